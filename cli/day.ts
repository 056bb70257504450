import { invalidParams } from "../contracts/errors.ts";
import { dayOf } from "../core/engine/snapshot.ts";

/**
 * Reads a date of the command line as a day number.
 *
 * @param field the option, for the message
 * @throws {Fault} `invalid_params`
 */
export function dayFrom(field: string, text: string): number {
  try {
    return dayOf(text);
  } catch {
    throw invalidParams(field, "a date as YYYY-MM-DD");
  }
}
