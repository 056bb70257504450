import assert from "node:assert/strict";
import { Fault } from "../../../contracts/errors.ts";
import { pageOf } from "../../../routes/api/page.ts";

const items = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
const ids = (limit: number, cursor?: string) => {
  const { page, next_cursor } = pageOf(
    items,
    { limit, cursor },
    ({ id }) => id,
  );
  return [page.map(({ id }) => id).join(""), next_cursor];
};

Deno.test("pageOf() shows every item once, and no cursor on the last page", () => {
  assert.deepEqual(ids(2), ["ab", "b"]);
  assert.deepEqual(ids(2, "b"), ["cd", "d"]);
  assert.deepEqual(ids(2, "d"), ["e", null]);
  assert.deepEqual(ids(5), ["abcde", null]);
  assert.deepEqual(pageOf([], { limit: 5 }, String), {
    page: [],
    next_cursor: null,
  });
});

Deno.test("pageOf() refuses a cursor that names no item", () => {
  assert.throws(
    () => ids(2, "z"),
    (error) => error instanceof Fault && error.code === "invalid_params",
  );
});
