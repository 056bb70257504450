import { invalidParams } from "../../../contracts/errors.ts";
import type { KeyPage } from "../../../contracts/keys.ts";
import type { PageQuery } from "../../../contracts/page.ts";
import { readKey } from "./key_record.ts";
import { viewed } from "./key_view.ts";

/** Where a key stands in the order of a list. */
interface Place {
  readonly created: number;
  readonly id: string;
}

const newerFirst = (a: Place, b: Place) =>
  b.created - a.created || Number(a.id > b.id) - Number(a.id < b.id);

/**
 * Returns a page of keys, newest first: of all, or of one owner's. Only the page's own keys are
 * read whole.
 *
 * @throws {Fault} `invalid_params` for a cursor that is not one of ours
 */
export async function listKeys(
  kv: Deno.Kv,
  now: number,
  { limit, cursor }: PageQuery,
  owner?: string,
): Promise<KeyPage> {
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const prefix = ["keys", "owner", ...(owner === undefined ? [] : [owner])];
  const newest: Place[] = [];
  for await (const { key, value } of kv.list<number>({ prefix })) {
    const place = { created: value, id: String(key[3]) };
    if (after !== undefined && newerFirst(place, after) <= 0) continue;
    newest.push(place);
    if (newest.length > SORTED_AT_ONCE) {
      newest.sort(newerFirst).length = limit + 1;
    }
  }
  const page = newest.sort(newerFirst).slice(0, limit);
  const keys = await Promise.all(page.map(async ({ id }) => {
    const record = await readKey(kv, id);
    return record === null ? [] : [await viewed(kv, record, now)];
  }));
  const last = page.at(-1);
  return {
    keys: keys.flat(),
    next_cursor: last !== undefined && newest.length > limit
      ? `${last.created}.${last.id}`
      : null,
  };
}

/** Places that are kept until they are sorted. */
const SORTED_AT_ONCE = 2_000;

function placeOf(cursor: string): Place {
  const [, created, id] = /^(\d{1,15})\.([0-9A-Za-z]{8})$/.exec(cursor) ?? [];
  if (id === undefined) {
    throw invalidParams("cursor", "the next_cursor of an earlier page");
  }
  return { created: Number(created), id };
}
