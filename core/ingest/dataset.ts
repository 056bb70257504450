import { basename } from "node:path";
import type { CountyBuilder } from "./county.ts";
import { readCsv } from "./csv.ts";
import { bindFields, type Cells, type Fields } from "./fields.ts";
import type { Reading } from "./input.ts";
import type { ListingRow } from "./listings.ts";
import type { ReferenceRows } from "./reference.ts";
import type { Tally } from "./tally.ts";

/** What the rows of all files are collected into. */
export interface Collected {
  readonly county: CountyBuilder;
  readonly reference: ReferenceRows;
  readonly listings: ListingRow[];
  /** Day number; nothing recorded can be later. */
  readonly today: number;
}

/** One kind of source file. */
export interface Dataset {
  /** What messages and the report call it. */
  readonly name: string;
  /** Which files are read as it, by base name in lower case. */
  readonly files: RegExp;
  /** The columns it reads, where they are fixed. */
  readonly fields?: Fields;
  read(
    path: string,
    into: Collected,
    tally: Tally,
    reading: Reading,
  ): Promise<void>;
}

/** Takes one row's cells; gives the reason when the row is left out. */
export type CellsReader<F extends Fields> = (
  cells: Cells<F>,
) => string | undefined;

/** A dataset in CSV with a fixed set of fields. `start` is called once a file. */
export function csvDataset<F extends Fields>(
  name: string,
  files: RegExp,
  fields: F,
  start: (into: Collected, tally: Tally, file: string) => CellsReader<F>,
): Dataset {
  return {
    name,
    files,
    fields,
    read: (path, into, tally, reading) => {
      const file = basename(path);
      const take = start(into, tally, file);
      return readCsv(path, tally, (header) => {
        const cellsOf = bindFields(fields, header, { dataset: name, file });
        return (row) => {
          const reason = take(cellsOf(row));
          if (reason === undefined) tally.keep();
          else tally.reject(reason);
        };
      }, reading);
    },
  };
}

/** The year a file's name ends or begins with, for files whose rows carry none. */
export function yearInName(file: string): number | undefined {
  const year = /(?:^|[^0-9])((?:19|20)\d\d)(?![0-9])/.exec(file)?.[1];
  return year === undefined ? undefined : Number(year);
}
