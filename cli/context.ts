import { z } from "zod";
import { Fault, invalidParams } from "../contracts/errors.ts";
import {
  type Config,
  ConfigError,
  readConfig,
  SETTINGS,
} from "../core/config.ts";
import { upToDay } from "../core/engine/effective/up_to_day.ts";
import { effectiveDate } from "../core/service/effective_date.ts";
import { unfittedText } from "../core/service/unfitted.ts";
import { LOCAL } from "../core/access/principal.ts";
import {
  localInventory,
  localScores,
} from "../core/inventory/live/local_inventory.ts";
import { localSaved } from "../core/service/workspace.ts";
import type { ServeContext } from "../core/service/serve.ts";
import { openNamed } from "./named_snapshot.ts";
import { note } from "./output.ts";
import type { SnapshotData } from "../core/engine/snapshot.ts";

/**
 * The settings of the environment.
 *
 * @param given settings that the command line names, which win
 * @throws {Fault} `invalid_params` when a setting is malformed or does not exist
 */
export function settings(
  given: Readonly<Record<string, string | undefined>> = {},
): Config {
  const named = Object.entries(given).filter(([, text]) => text !== undefined);
  try {
    return readConfig({
      ...Deno.env.toObject(),
      ...Object.fromEntries(named),
    });
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
 * county; and what the person at the command line saved.
 *
 * @throws {Fault} when there is no usable snapshot there, or the day is before its newest sale
 */
export async function openContext(
  flags: ContextFlags,
): Promise<ServeContext> {
  const { today: settled, ...config } = settings();
  const day = flags.today ?? settled;
  if (day !== undefined && !z.iso.date().safeParse(day).success) {
    throw invalidParams("today", "a date as YYYY-MM-DD");
  }
  const named = flags.snapshot ?? config.snapshot;
  const opened = await openNamed(named, config.dataDir);
  noteUnfitted(opened, named);
  const today = effectiveDate(opened, day, Date.now());
  const snapshot = upToDay(opened, today);
  return {
    snapshot,
    inventory: await localInventory(config, snapshot),
    scores: await localScores(config),
    today,
    principal: LOCAL,
    saved: localSaved(config),
  };
}

/** Says why values of a large snapshot take long, and what to do about it. */
function noteUnfitted(snapshot: SnapshotData, named = ""): void {
  const why = unfittedText(snapshot, named);
  if (why !== null) note(why);
}
