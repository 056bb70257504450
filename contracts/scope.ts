import { z } from "zod";
import { RULES } from "./rules.ts";

/** What a caller may do. */
export const Scope = z.enum(["read", "underwrite", "write-state", "webhooks"])
  .describe(
    "read: public records and the values of homes for sale; underwrite: every value, comps and deals; write-state: saved items and the map; webhooks: alerts by webhook",
  );
/** What a caller may do. */
export type Scope = z.infer<typeof Scope>;

const EXPECTED = `scopes separated by commas, from ${Scope.options.join(", ")}`;

const NAMES = Scope.options.join("|");

/** Scopes as an API key carries them: `read,underwrite`. */
export const ScopeList = z.string().max(100).refine(
  (text) => Scope.array().min(1).safeParse(namesIn(text)).success,
  { error: `scopes must be ${EXPECTED}`, params: { expected: EXPECTED } },
).describe(EXPECTED).register(RULES, {
  pattern: `^\\s*(${NAMES})(\\s*,\\s*(${NAMES}))*\\s*$`,
});

/** The scopes that a list names, each once, in the order of `Scope`. */
export function scopesOf(list: z.infer<typeof ScopeList>): Scope[] {
  const named = new Set(namesIn(list));
  return Scope.options.filter((scope) => named.has(scope));
}

function namesIn(text: string): string[] {
  return text.split(",").map((name) => name.trim());
}
