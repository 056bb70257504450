import { z } from "zod";
import { CustomAssumptions } from "../../contracts/assumptions.ts";
import { Fault } from "../../contracts/errors.ts";
import { parseInput } from "../schema/parse_input.ts";
import type { SavedItemOf } from "../../contracts/saved_items.ts";
import type { Saved } from "../store/saved/saved.ts";
import type { OperationContext } from "./operation.ts";

/** Saved assumptions that apply to a call. */
export interface AppliedPreset {
  readonly name: string;
  readonly is_default: boolean;
}

/** The name that asks for no preset. */
export const NO_PRESET = "none";

const Input = z.object({ custom_assumptions: CustomAssumptions }).strict();

/**
 * Returns a call's assumptions over those of the named preset, else of the caller's default one. Presets
 * are private: only a caller who may write them has any.
 *
 * @throws {Fault} `not_found` for a name that is not saved, `forbidden_scope` for a caller who may not see any
 */
export async function withPreset(
  { saved, scopes }: OperationContext,
  name: string | undefined,
  custom: CustomAssumptions,
): Promise<{ custom: CustomAssumptions; preset: AppliedPreset | null }> {
  const maySee = saved !== undefined && scopes?.has("write-state") === true;
  if (name === NO_PRESET || (name === undefined && !maySee)) {
    return { custom, preset: null };
  }
  if (!maySee) {
    throw new Fault("forbidden_scope", "presets need the scope write-state", {
      field: "preset",
      expected: "a key with the scope write-state, or no preset",
      missingScopes: ["write-state"],
    });
  }
  const presets = await allPresets(saved);
  const found = presets.find((preset) =>
    name === undefined ? preset.is_default === true : preset.name === name
  );
  if (!found) {
    if (name === undefined) return { custom, preset: null };
    const names = presets.map((preset) => preset.name);
    throw new Fault("not_found", "there is no preset of this name", {
      field: "preset",
      expected: names.length > 0
        ? `one of ${[...names, NO_PRESET].join(", ")}`
        : "left out: no preset is saved",
    });
  }
  const parsed = parseInput(Input, {
    custom_assumptions: { ...found.assumptions, ...custom },
  });
  return {
    custom: parsed.custom_assumptions,
    preset: { name: found.name, is_default: found.is_default === true },
  };
}

/** Every preset of the caller; there are at most some hundred. */
async function allPresets(saved: Saved): Promise<SavedItemOf["presets"][]> {
  const presets: SavedItemOf["presets"][] = [];
  let after: string | undefined;
  do {
    const page = await saved.page("presets", 100, after);
    presets.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return presets;
}
