import { invalidParams } from "../../contracts/errors.ts";
import type { PageQuery } from "../../contracts/page.ts";

/** A part of a list. */
interface Page<T> {
  readonly page: readonly T[];
  readonly next_cursor: string | null;
}

/**
 * Returns a page of a list. The cursor is the id of the last item that was sent.
 *
 * @throws {Fault} `invalid_params` for a cursor that names no item, also when it has gone since
 */
export function pageOf<T>(
  items: readonly T[],
  { limit, cursor }: PageQuery,
  idOf: (item: T) => string,
): Page<T> {
  const before = cursor === undefined
    ? 0
    : items.findIndex((item) => idOf(item) === cursor) + 1;
  if (cursor !== undefined && before === 0) {
    throw invalidParams("cursor", "the next_cursor of an earlier page");
  }
  const page = items.slice(before, before + limit);
  const last = page.at(-1);
  const more = last !== undefined && before + limit < items.length;
  return { page, next_cursor: more ? idOf(last) : null };
}
