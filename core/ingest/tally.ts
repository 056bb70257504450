import { isoOf } from "../engine/snapshot.ts";
import type { SourceReport } from "../snapshot/manifest.ts";

/** Characters of an example that are shown. */
const LONGEST = 40;

/** Counts what happens to the rows of one source file. */
export class Tally {
  #read = 0;
  #kept = 0;
  readonly #rejected = new Map<string, number>();
  readonly #remarks = new Map<string, number>();
  /** A cell that each remark is about: the first by alphabet, so that row order leaves no trace. */
  readonly #examples = new Map<string, string>();
  /** Remarks on the row at hand, which count only if it is kept. */
  #pending: { readonly what: string; readonly example?: string }[] = [];
  #from = Infinity;
  #to = -Infinity;
  #unit: "day" | "year" = "year";

  /**
   * @param dataset what the file is read as, for example `parcel sales`
   * @param file its name without directory
   */
  constructor(readonly dataset: string, readonly file: string) {}

  /** Counts a row that was kept. */
  keep(): void {
    this.#read++;
    this.#kept++;
    if (this.#pending.length === 0) return;
    for (const { what, example } of this.#pending) {
      bump(this.#remarks, what);
      if (example === undefined) continue;
      const first = this.#examples.get(what);
      if (first === undefined || example < first) {
        this.#examples.set(what, example);
      }
    }
    this.#pending = [];
  }

  /** Counts a row that was left out. */
  reject(reason: string): void {
    this.#read++;
    this.#pending = [];
    bump(this.#rejected, reason);
  }

  /** Turns a row that was counted as kept into one left out, when a later step finds the reason. */
  withdraw(reason: string): void {
    this.#kept--;
    bump(this.#rejected, reason);
  }

  /**
   * Notes something about the row at hand; counted if the row is then kept.
   *
   * @param example the cell it is about, of which the report shows one
   */
  remark(what: string, example?: string): void {
    this.#pending.push({ what, example });
  }

  /** Returns whether the row at hand has a remark. */
  remarked(what: string): boolean {
    return this.#pending.some((remark) => remark.what === what);
  }

  /** Counts something about the file as a whole. */
  note(what: string): void {
    bump(this.#remarks, what);
  }

  /** Extends the period the file covers. */
  covers(unit: "day" | "year", at: number): void {
    this.#unit = unit;
    if (at < this.#from) this.#from = at;
    if (at > this.#to) this.#to = at;
  }

  /** The counts so far. Reasons are in alphabetical order, so that row order leaves no trace. */
  report(): SourceReport {
    const text = (at: number) => this.#unit === "day" ? isoOf(at) : `${at}`;
    const vintage = this.#from > this.#to
      ? undefined
      : this.#from === this.#to
      ? text(this.#from)
      : `${text(this.#from)} to ${text(this.#to)}`;
    return {
      dataset: this.dataset,
      file: this.file,
      ...(vintage && { vintage }),
      read: this.#read,
      kept: this.#kept,
      rejected: sorted(this.#rejected),
      remarks: sorted(
        [...this.#remarks].map(([what, rows]) => {
          const example = this.#examples.get(what);
          return [
            example === undefined
              ? what
              : `${what}, such as ${JSON.stringify(example.slice(0, LONGEST))}`,
            rows,
          ];
        }),
      ),
    };
  }
}

function bump(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sorted(
  counts: Iterable<readonly [string, number]>,
): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
