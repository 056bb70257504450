import { Option } from "@commander-js/extra-typings";
import { invalidParams } from "../contracts/errors.ts";
import type { PoolOptions } from "../core/modeling/pool.ts";

/** `--workers N`: over how many threads work is spread. */
export const workersOption = () =>
  new Option(
    "--workers <n>",
    "number of worker threads, 0 for none; default one per core",
  ).argParser((text) => {
    if (!/^\d{1,3}$/.test(text)) {
      throw invalidParams("workers", "a whole number from 0 to 999");
    }
    return Number(text);
  });

/** `--price-model trees|linear`. */
export const priceModelOption = () =>
  new Option(
    "--price-model <name>",
    "price model: boosted trees, or linear (much faster, a little less accurate)",
  ).choices(["trees", "linear"] as const).default("trees" as const);

/** A worker of the command: this very program, which in a worker waits for work. Holds for the packed command too. */
export const startWorker: NonNullable<PoolOptions["start"]> = () =>
  new Worker(Deno.mainModule, { type: "module" });
