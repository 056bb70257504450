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
export function openContext(
  _given: { readonly snapshot?: string; readonly today?: string },
): Promise<OperationContext> {
  throw new Error("pending");
}
