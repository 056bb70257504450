import { LIMITS } from "../../../contracts/constants/limits.ts";
import { Fault } from "../../../contracts/errors.ts";
import type {
  ListSavedInput,
  ListSavedOutput,
} from "../../../contracts/list_saved.ts";
import { listSaved as contract } from "../../../contracts/operations/list_saved.ts";
import { jsonText } from "../../engine/json_text.ts";
import type { Operation } from "../../service/operation.ts";
import { stampOf } from "../../service/stamp.ts";

/** Reads back what the caller saved. */
export const listSaved: Operation<
  typeof ListSavedInput,
  typeof ListSavedOutput
> = {
  contract,
  async run({ saved, snapshot }, { kind, limit, after }) {
    if (!saved) {
      throw new Fault("unauthorized", "saved items need an account", {
        field: "Authorization",
        expected: "Bearer and a key of a Twoflat server",
      });
    }
    const { items, next } = await saved.page(
      kind,
      limit ?? LIMITS.page.default,
      after,
    );
    return { ...stampOf(snapshot), kind, items: [...items], next };
  },
  summary: ({ kind, items, next }) =>
    items.length === 0 ? `No ${kind} are saved.` : [
      `Saved ${kind}, ${items.length} here:`,
      ...items.map((item) => `- ${jsonText(item)}`),
      ...(next === null ? [] : [`More: the same again with after ${next}`]),
    ].join("\n"),
};
