import type { Source } from "../../../contracts/underwriting.ts";

/** An input of a deal: its value, the range it most likely lies in, and where it comes from. */
export interface Resolved {
  readonly value: number;
  /** Equal to `value` where the input is certain. */
  readonly low: number;
  readonly high: number;
  readonly source: Source;
  readonly note: string;
  /** ISO date of a dated planning figure; null for anything else. */
  readonly asOf: string | null;
}

/** Returns an input that is certain. */
export function certain(
  value: number,
  source: Source,
  note: string,
  asOf: string | null = null,
): Resolved {
  return { value, low: value, high: value, source, note, asOf };
}
