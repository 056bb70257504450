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

/**
 * Returns the days that `--from` and `--to` name, as a period that ends before its `to`.
 *
 * @throws {Fault} `invalid_params` for what is not a date, or for a `--to` before `--from`
 */
export function periodOf(
  options: { readonly from: string; readonly to?: string },
): { readonly from: number; readonly to?: number } {
  const from = dayFrom("from", options.from);
  if (options.to === undefined) return { from };
  const last = dayFrom("to", options.to);
  if (last < from) throw invalidParams("to", "a day not before --from");
  return { from, to: last + 1 };
}
