import type { Strategy } from "../../../contracts/envelope.ts";
import type { SnapshotData } from "../snapshot.ts";
import type { ResolvedSubject } from "../subject/resolve.ts";
import type { Valuation } from "./valuation.ts";

/** What a valuation is asked for. */
export interface ValueOptions {
  /** The day to answer for, days since 1970-01-01; only decides whether the snapshot is stale. */
  readonly today: number;
  /** Strategy the `read` is for; default `brrrr`. */
  readonly strategy?: Strategy;
  /** Use only sales strictly before this day; default: all. */
  readonly before?: number;
  /** Leave every sale of this parcel (row of `parcels`) out. */
  readonly excludeParcel?: number;
  /** Leave the sale with this recorder's document number out. */
  readonly excludeDocument?: string;
}

/** Values a subject. Pure: equal snapshot, subject and options give equal results. */
export function valueSubject(
  _snapshot: SnapshotData,
  _subject: ResolvedSubject,
  _options: ValueOptions,
): Valuation {
  throw new Error("the engine lands next");
}
