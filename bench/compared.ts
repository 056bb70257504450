import process from "node:process";
import { createInterface } from "node:readline";
import { deepUnderwriteAsset } from "../core/operations/property/deep_underwrite_asset.ts";
import { getComps } from "../core/operations/property/get_comps.ts";
import type { Operation } from "../core/service/operation.ts";
import { sample } from "../harness/sample.ts";

/** What the peers offer as well: two of the product's operations, and one that does next to nothing. */
export const COMPARED = [
  getComps,
  deepUnderwriteAsset,
  sample,
] as readonly unknown[] as readonly Operation[];

/** Prints a first line, then this process's CPU time for every line on stdin, until it ends. */
export async function answerCpu(first: object): Promise<void> {
  console.log(JSON.stringify(first));
  for await (const _ of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(process.cpuUsage()));
  }
}
