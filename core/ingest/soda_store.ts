import { createReadStream } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse";
import { z } from "zod";
import { pathExists } from "../snapshot/path_exists.ts";

/** What the platform calls a row; the first column of every page. */
export const ROW_ID = ":id";

const Query = z.object({
  base_url: z.string(),
  id: z.string(),
  where: z.string(),
  columns: z.array(z.string()),
  page_rows: z.int(),
});
/** What is downloaded; when it changes, a download starts again. */
export type DownloadQuery = z.infer<typeof Query>;

const State = z.object({
  query: Query,
  /** Only rows updated after this time stamp are fetched in this round; `""` for all. */
  since: z.string(),
  /** Newest `:updated_at` when the round began: the next round starts there. */
  newest: z.string(),
  /** Finished pages of the round, and the id of the last row they hold. */
  pages: z.int(),
  last: z.string(),
  /** No page is left to fetch. */
  ended: z.boolean(),
  /** The round is in the file. */
  complete: z.boolean(),
  /** Rows of the file as the last round left it. */
  rows: z.int(),
});
/** How far a download has come. */
export type DownloadState = z.infer<typeof State>;

const BUFFER_CHARACTERS = 1 << 20;

/** The files of one dataset's download: `DIR/NAME.csv`, and under `DIR/.soda/NAME` its pages and state. */
export class DownloadStore {
  readonly #file: string;
  readonly #work: string;
  #state: DownloadState | undefined;
  #rows = 0;
  /** A new file waits to take the place of the old one. */
  #merged = false;

  constructor(dir: string, name: string) {
    this.#file = join(dir, `${name}.csv`);
    this.#work = join(dir, ".soda", name);
  }

  /** How far the round has come. Throws before `begin`. */
  get state(): DownloadState {
    if (this.#state === undefined) {
      throw new Error("the download has not begun");
    }
    return this.#state;
  }

  /** Opens the round this run has to do; `newest` is the dataset's newest `:updated_at` now. */
  async begin(
    query: DownloadQuery,
    newest: string,
  ): Promise<"full" | "resumed" | "update"> {
    const state = await this.#read();
    const same = JSON.stringify(state?.query) === JSON.stringify(query);
    if (state === undefined || !same) return await this.restart(query, newest);
    const addsToFile = state.complete || state.since !== "";
    if (addsToFile && !await pathExists(this.#file)) {
      return await this.restart(query, newest);
    }
    if (state.complete) {
      await this.#save({
        ...state,
        since: state.newest,
        newest,
        pages: 0,
        last: "",
        ended: false,
        complete: false,
      });
      return "update";
    }
    this.#state = state;
    return state.since !== "" ? "update" : state.pages > 0 ? "resumed" : "full";
  }

  /** Forgets the pages; the old file stays until a new one is whole. */
  async restart(query: DownloadQuery, newest: string): Promise<"full"> {
    if (await pathExists(this.#work)) {
      await Deno.remove(this.#work, { recursive: true });
    }
    await Deno.mkdir(this.#work, { recursive: true });
    await this.#save({
      query,
      since: "",
      newest,
      pages: 0,
      last: "",
      ended: false,
      complete: false,
      rows: 0,
    });
    return "full";
  }

  /** Keeps the round's next page; `last` is the id of its last row, or of the page before when it has none. */
  async addPage(csv: string, last: string, ended: boolean): Promise<void> {
    const { pages } = this.state;
    await writeWhole(this.#page(pages), csv);
    await this.#save({ ...this.state, pages: pages + 1, last, ended });
  }

  /**
   * Makes the new file, beside the old one, of the pages and, in an update, the old file; gives
   * its rows. When an update brought nothing, the old file stays.
   */
  async merge(): Promise<number> {
    this.#merged = false;
    const update = this.state.since !== "";
    const changed = new Map<string, string>();
    if (update) {
      for await (const { id, raw } of this.#pageRows()) changed.set(id, raw);
    }
    if (update && changed.size === 0) return this.#rows = this.state.rows;
    using out = new TextFile(this.#mergedFile);
    let rows = 0;
    for await (
      const { id, raw } of update ? recordsOf(this.#file) : this.#pageRows(true)
    ) {
      if (changed.has(id)) continue;
      if (id !== ROW_ID) rows++;
      await out.write(raw);
    }
    for (const raw of changed.values()) await out.write(raw);
    await out.flush();
    this.#merged = true;
    return this.#rows = rows + changed.size;
  }

  /** Puts the new file in the place of the old one and ends the round. */
  async finish(): Promise<void> {
    const { pages } = this.state;
    if (this.#merged) await Deno.rename(this.#mergedFile, this.#file);
    await this.#save({ ...this.state, complete: true, rows: this.#rows });
    for (let page = 0; page < pages; page++) {
      await Deno.remove(this.#page(page));
    }
  }

  /** Rows of all pages in order; with the header of the first page when asked. */
  async *#pageRows(withHeader = false): AsyncGenerator<Row> {
    for (let page = 0; page < this.state.pages; page++) {
      for await (const row of recordsOf(this.#page(page))) {
        if (row.id !== ROW_ID || (withHeader && page === 0)) yield row;
      }
    }
  }

  get #mergedFile(): string {
    return join(this.#work, "merged.csv");
  }

  #page(page: number): string {
    return join(this.#work, `${String(page).padStart(5, "0")}.csv`);
  }

  async #read(): Promise<DownloadState | undefined> {
    try {
      return State.parse(
        JSON.parse(await Deno.readTextFile(join(this.#work, "state.json"))),
      );
    } catch (error) {
      // What a full disk or another version left can be downloaded again.
      const unusable = error instanceof SyntaxError ||
        error instanceof z.ZodError || error instanceof Deno.errors.NotFound;
      if (unusable) return undefined;
      throw error;
    }
  }

  async #save(state: DownloadState): Promise<void> {
    await writeWhole(join(this.#work, "state.json"), JSON.stringify(state));
    this.#state = state;
  }
}

/** A record as it stands in a file, line end included, and its first cell. */
interface Row {
  readonly id: string;
  readonly raw: string;
}

/** Streams a CSV file's records, the header too. */
async function* recordsOf(path: string): AsyncGenerator<Row> {
  const records = createReadStream(path).pipe(parse({ raw: true }));
  for await (const { raw, record } of records) yield { id: record[0], raw };
}

/** A text file written in pieces of about a megabyte. */
class TextFile implements Disposable {
  readonly #file: Deno.FsFile;
  readonly #encoder = new TextEncoder();
  #text = "";

  constructor(path: string) {
    this.#file = Deno.createSync(path);
  }

  async write(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length >= BUFFER_CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    const bytes = this.#encoder.encode(this.#text);
    this.#text = "";
    for (let at = 0; at < bytes.length;) {
      at += await this.#file.write(bytes.subarray(at));
    }
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}

/** Writes a file so that it is there whole or not at all. */
async function writeWhole(path: string, text: string): Promise<void> {
  await Deno.writeTextFile(`${path}.part`, text);
  await Deno.rename(`${path}.part`, path);
}
