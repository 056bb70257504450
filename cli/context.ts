import { Fault } from "../contracts/errors.ts";
import {
  type Config,
  ConfigError,
  readConfig,
  SETTINGS,
} from "../core/config.ts";
import type { OperationContext } from "../core/operations/operation.ts";

/**
 * The settings of the environment.
 *
 * @throws {Fault} `invalid_params` when a setting is malformed or does not exist
 */
export function settings(): Config {
  try {
    return readConfig(Deno.env.toObject());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const field = error.problems[0].split(":")[0];
    const known = Object.values(SETTINGS).find(({ name }) => name === field);
    throw new Fault("invalid_params", error.message, {
      field,
      expected: known?.expected ?? "a setting that `twoflat config` lists",
    });
  }
}

/** Options that choose the data and the day. */
export interface ContextFlags {
  readonly snapshot?: string;
  readonly today?: string;
}

/**
 * Opens the data that operations run on: the snapshot named by option or setting, else the demo
 * county.
 *
 * @throws {Fault} when there is no usable snapshot there, or the day is before its newest sale
 */
export async function openContext(
  { snapshot: dir, today }: ContextFlags,
): Promise<OperationContext> {
  const config = settings();
  const named = dir ?? config.snapshot;
  const snapshot = named === undefined
    ? await openDemo(config.dataDir)
    : await openSnapshot(named);
  const day = today ?? config.today;
  if (day !== undefined && !z.iso.date().safeParse(day).success) {
    throw invalidParams("today", "a date as YYYY-MM-DD");
  }
  return { snapshot, today: answerDay(snapshot, day, Date.now()) };
}
