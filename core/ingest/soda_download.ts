import { parse } from "csv-parse/sync";
import { Fault } from "../../contracts/errors.ts";
import { MAX_PAGE_ROWS, type SodaClient } from "./soda.ts";
import { DownloadStore, ROW_ID } from "./soda_store.ts";
import type { Progress } from "../engine/progress.ts";

/** A dataset to download, or the part of it that matters. */
export interface SodaDataset {
  /** Name of the file to make, without `.csv`. */
  readonly name: string;
  /** Four-by-four identifier on the portal, for example `wvhk-k5uv`. */
  readonly id: string;
  /** Columns to fetch. */
  readonly columns: readonly string[];
  /** SoQL condition on its rows. */
  readonly where?: string;
}

/** Settings of `downloadDataset`. */
export interface DownloadOptions {
  /** Rows a request asks for. Default 50,000, which is also the most. */
  readonly pageRows?: number;
  /** Told after each page how many rows of all have come. */
  readonly progress?: Progress;
}

/** What a download did. */
export interface DownloadReport {
  readonly name: string;
  /** Rows of the file. */
  readonly rows: number;
  /** Rows fetched this time. */
  readonly fetched: number;
  /** `full`: everything; `resumed`: the rest of an interrupted download; `update`: what changed since the last one. */
  readonly kind: "full" | "resumed" | "update";
}

/** Whole downloads before giving up on a dataset that changes meanwhile. */
const TRIES = 2;

/**
 * Brings `DIR/NAME.csv` up to date with a dataset. The first time all rows are fetched, later
 * only those updated since (`:updated_at`). Every page is kept on disk as it comes, so an
 * interrupted download goes on after its last finished page. The file is replaced when it is
 * whole and has as many rows as the portal; when an update does not, all rows are fetched again.
 *
 * @throws {Fault} as `SodaClient.csv` does, and `upstream_unavailable` when rows changed meanwhile
 */
export async function downloadDataset(
  client: SodaClient,
  dir: string,
  dataset: SodaDataset,
  options: DownloadOptions = {},
): Promise<DownloadReport> {
  const { id, name, columns, where } = dataset;
  const { pageRows = MAX_PAGE_ROWS } = options;
  const query = {
    base_url: client.baseUrl,
    id,
    where: where ?? "",
    columns: [...columns],
    page_rows: pageRows,
  };
  // Taken before the first page: what changes while pages come belongs to the next round.
  const newest = await client.aggregate(id, "max(:updated_at)", where) ?? "";
  const store = new DownloadStore(dir, name);
  let kind = await store.begin(query, newest);
  for (let whole = 0;;) {
    const fetched = await fetchPages(client, dataset, store, options);
    const rows = await store.merge();
    const published = Number(await client.aggregate(id, "count(*)", where));
    if (rows === published) {
      await store.finish();
      return { name, rows, fetched, kind };
    }
    // Rows were deleted since the last round, or came and went while the pages came.
    if (kind !== "update") whole++;
    kind = await store.restart(query, newest);
    if (whole < TRIES) continue;
    throw new Fault(
      "upstream_unavailable",
      `${name} (${id}) keeps changing on the portal while it is downloaded: ${rows} rows came, ${published} are published; run the same command later`,
    );
  }
}

/** Fetches the pages of the round that are not there yet; gives their rows. */
async function fetchPages(
  client: SodaClient,
  { id, name, columns, where }: SodaDataset,
  store: DownloadStore,
  { progress }: DownloadOptions,
): Promise<number> {
  const { query: { page_rows: limit }, since } = store.state;
  const condition = allOf(
    where,
    since === "" ? undefined : `:updated_at > '${since}'`,
  );
  const select = [ROW_ID, ...columns].join(",");
  const total = Number(await client.aggregate(id, "count(*)", condition));
  let fetched = 0;
  while (!store.state.ended) {
    const { pages, last } = store.state;
    // A page starts after the last row seen: an offset would skip rows when earlier ones are deleted.
    const after = last === "" ? undefined : `${ROW_ID} > '${last}'`;
    const text = await client.csv(id, {
      select,
      where: allOf(condition, after),
      order: ROW_ID,
      limit,
    });
    const [header, ...rows] = parse(text, { bom: true });
    if (header.join() !== select) {
      throw new Fault(
        "upstream_unavailable",
        `${name} (${id}): the portal answered other columns than it was asked for`,
      );
    }
    await store.addPage(text, rows.at(-1)?.[0] ?? last, rows.length < limit);
    fetched += rows.length;
    progress?.(Math.min(total, pages * limit + rows.length), total, name);
  }
  return fetched;
}

/** Joins SoQL conditions; those left out do not count. */
export function allOf(
  ...conditions: readonly (string | undefined)[]
): string | undefined {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0
    ? undefined
    : given.map((condition) => `(${condition})`).join(" and ");
}
