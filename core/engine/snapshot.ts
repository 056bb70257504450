import { DAY_MS } from "../../contracts/day.ts";
import type { Tables } from "./tables.ts";

/** Read-only data the engine computes on. Opened by `core/snapshot`, built in memory by tests. */
export interface SnapshotData {
  /** Content hash of the snapshot, hex. Equal ids mean equal data. */
  readonly id: string;
  /** True when the data are synthetic. */
  readonly synthetic: boolean;
  readonly tables: Tables;
  /** The day that later rows were left out for; unset where there were none. */
  readonly cutTo?: number;
  /** Files of the fitted model by name, or empty before `twoflat fit`. */
  readonly model: ReadonlyMap<string, Uint8Array>;
}

/** Days from 1970-01-01 to an ISO date. Throws RangeError when it is not a date. */
export function dayOf(iso: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(iso)
    ? Date.parse(`${iso}T00:00:00Z`)
    : NaN;
  if (Number.isNaN(ms) || isoOf(ms / DAY_MS) !== iso) {
    throw new RangeError(`not an ISO date: ${iso}`);
  }
  return ms / DAY_MS;
}

/** The ISO date of a day number. */
export function isoOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Returns a function that builds something from a snapshot on first use and keeps it for as long as
 * the snapshot lives.
 */
export function perSnapshot<T>(
  build: (snapshot: SnapshotData) => T,
): (snapshot: SnapshotData) => T {
  const built = new WeakMap<SnapshotData, { readonly value: T }>();
  return (snapshot) => {
    let kept = built.get(snapshot);
    if (!kept) built.set(snapshot, kept = { value: build(snapshot) });
    return kept.value;
  };
}

/** Work in steps, so that whoever runs it can do something else between two of them. */
export type Steps<T> = Generator<undefined, T>;

/** What is kept with a snapshot: built on first use, or before that in steps. */
export interface BuiltInSteps<T> {
  (snapshot: SnapshotData): T;
  inSteps(snapshot: SnapshotData): Steps<T>;
}

/** Returns a function as `perSnapshot` does, for what takes long to build. */
export function perSnapshotInSteps<T>(
  build: (snapshot: SnapshotData) => Steps<T>,
): BuiltInSteps<T> {
  const built = new WeakMap<SnapshotData, { readonly value: T }>();
  function* inSteps(snapshot: SnapshotData): Steps<T> {
    let kept = built.get(snapshot);
    if (!kept) {
      kept = { value: yield* build(snapshot) };
      built.set(snapshot, kept);
    }
    return kept.value;
  }
  return Object.assign(
    (snapshot: SnapshotData) => finish(inSteps(snapshot)),
    { inSteps },
  );
}

/** Does all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
