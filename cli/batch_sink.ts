import { cellText, csvCell } from "./csv_cell.ts";
import { jsonText } from "../core/engine/json_text.ts";
import { Buffer } from "node:buffer";
import { stringify } from "csv-stringify/sync";
import { invalidParams } from "../contracts/errors.ts";
import { jsonSchemaOf } from "../core/schema/schema_text.ts";
import type { BatchJob } from "./batch.ts";
import { flatCell, type FlatColumn, flatColumns } from "./columns.ts";
import type { errorReport } from "./exit.ts";

/** A row of the input, as text by column. */
export type Row = Readonly<Record<string, string>>;

/** What a row came to. */
export type Result = { readonly answer: unknown } | {
  readonly error: ReturnType<typeof errorReport>;
};

/** Where results go. */
export interface Sink {
  write(row: Row, result: Result): void;
  close(): Promise<void>;
}

/**
 * Opens what results are written to: JSON lines as they come, or a table when all are known, ranked.
 *
 * @throws {Fault} `invalid_params` for a file of another kind
 *
 * @param carried columns of the input
 */
export function openSink(
  to: string | undefined,
  job: BatchJob,
  carried: readonly string[],
): Sink {
  if (to === undefined) {
    return jsonLines((text) => console.log(text), () => {});
  }
  if (to.endsWith(".csv")) {
    return ranked(job, carried, (table) => {
      Deno.writeTextFileSync(
        to,
        stringify(table.map((row) => row.map(csvCell))),
      );
      return Promise.resolve();
    });
  }
  if (to.endsWith(".xlsx")) {
    return ranked(summaryOf(job), carried, async (whole) => {
      const table = withoutEmpty(whole);
      // Loaded here: nothing else writes workbooks.
      const { default: writeXlsxFile } = await import(
        "write-excel-file/universal"
      );
      const blob = await writeXlsxFile(
        table.map((row, i) =>
          row.map((value) =>
            i === 0
              ? { value: cellText(value), fontWeight: "bold" as const }
              : { value: numeric(cellText(value)) }
          )
        ),
        { stickyRowsCount: 1, sheet: "Deals" },
      ).toBlob();
      await Deno.writeFile(to, new Uint8Array(await blob.arrayBuffer()));
    });
  }
  if (!/\.(jsonl|ndjson)$/.test(to)) {
    throw invalidParams("out", "a file that ends in .csv, .xlsx or .jsonl");
  }
  const file = Deno.openSync(to, { write: true, create: true, truncate: true });
  const put = (text: string) => {
    for (let bytes = Buffer.from(`${text}\n`); bytes.length > 0;) {
      bytes = bytes.subarray(file.writeSync(bytes));
    }
  };
  return jsonLines(put, () => file.close());
}

function jsonLines(put: (text: string) => void, close: () => void): Sink {
  return {
    write: (row, result) => put(jsonText({ row, ...result })),
    close() {
      close();
      return Promise.resolve();
    },
  };
}

const ERROR_COLUMNS = ["code", "detail", "field", "expected"] as const;

/** Of an assumption a table has its value; where it comes from is in the whole answer. */
function isInTable({ path }: FlatColumn): boolean {
  return path[0] !== "assumptions" || path.at(-1) === "value";
}

/** A job whose table may leave out what does not come first. */
type TableJob = BatchJob & { readonly leadOnly?: boolean };

/** The job of a workbook: only what comes first, where that is said; whole rows of thousands of deals take gigabytes. */
function summaryOf(job: BatchJob): TableJob {
  return { ...job, leadOnly: job.lead !== undefined };
}

/** A table of rank, the input's columns, the answer's and the error's, best first. */
function ranked(
  { contract, rank, lead = [], leadOnly = false }: TableJob,
  carried: readonly string[],
  save: (table: readonly (readonly string[])[]) => Promise<void>,
): Sink {
  const columns = flatColumns(jsonSchemaOf(contract.output, "output"))
    .filter(isInTable)
    .filter((column) => !leadOnly || place(lead, column) < lead.length)
    .sort((a, b) => place(lead, a) - place(lead, b));
  const rows: { key: readonly number[]; cells: string[] }[] = [];
  return {
    write(row, result) {
      const answer = "answer" in result ? result.answer : undefined;
      const error = "error" in result ? result.error : undefined;
      rows.push({
        key: rank && answer !== undefined ? rank(answer) : [Infinity],
        cells: [
          ...carried.map((name) => row[name]),
          ...columns.map((column) => flatCell(answer, column)),
          ...ERROR_COLUMNS.map((name) => error?.[name] ?? ""),
        ],
      });
    },
    close() {
      const head = [
        ...carried,
        ...columns.map(({ name }) => name),
        ...ERROR_COLUMNS.map((name) => `error.${name}`),
      ];
      if (!rank) return save([head, ...rows.map(({ cells }) => cells)]);
      rows.sort((a, b) => before(a.key, b.key));
      return save([
        ["rank", ...head],
        ...rows.map(({ key, cells }, i) => [
          Number.isFinite(key[0]) ? String(i + 1) : "",
          ...cells,
        ]),
      ]);
    },
  };
}

/** Where a column stands among those that come first; behind them when it is none. */
function place(lead: readonly string[], { name }: FlatColumn): number {
  const at = lead.findIndex((each) =>
    name === each || name.startsWith(`${each}.`)
  );
  return at < 0 ? lead.length : at;
}

/** A table without the columns that no row fills: a workbook is read by people. */
function withoutEmpty(
  [head, ...rows]: readonly (readonly string[])[],
): string[][] {
  const kept = head.flatMap((_, i) =>
    rows.some((row) => row[i] !== "") ? [i] : []
  );
  return [head, ...rows].map((row) => kept.map((i) => row[i]));
}

function before(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((each, i) => each !== b[i]);
  if (at < 0 || a[at] === b[at]) return 0;
  return a[at] < b[at] ? -1 : 1;
}

/** A cell as a spreadsheet counts it; an identifier with a leading zero stays text. */
function numeric(text: string): string | number {
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) && text.length < 14
    ? Number(text)
    : text;
}
