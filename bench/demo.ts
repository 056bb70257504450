import process from "node:process";
import { prepareValuation } from "../core/engine/valuation/value.ts";
import { answerDay } from "../core/operations/answer_day.ts";
import { deepUnderwriteAsset } from "../core/operations/deep_underwrite_asset.ts";
import { getComps } from "../core/operations/get_comps.ts";
import type { Operation } from "../core/operations/operation.ts";
import { openDemo } from "../fixtures/demo/ensure.ts";
import { sample } from "../tests/operations/sample.ts";
import { spreadSubjects } from "../tests/support/surfaces.ts";

/** What the peers offer as well: two of the product's operations, and one that does next to nothing. */
export const COMPARED = [
  getComps,
  deepUnderwriteAsset,
  sample,
] as readonly unknown[] as readonly Operation[];

/** The demo county, ready for valuations, with the identifiers of 200 properties. */
export async function demo() {
  const snapshot = await openDemo(".twoflat", { now: Date.now() });
  prepareValuation(snapshot);
  const today = answerDay(snapshot, undefined, Date.now());
  const subjects = spreadSubjects(snapshot, 600).flatMap((subject) =>
    "property_id" in subject ? [subject.property_id] : []
  );
  return { snapshot, today, subjects };
}

/** Prints a first line, then this process's CPU time for every line on stdin, until it ends. */
export async function answerCpu(first: object): Promise<void> {
  console.log(JSON.stringify(first));
  for await (const _ of Deno.stdin.readable) {
    console.log(JSON.stringify(process.cpuUsage()));
  }
}
