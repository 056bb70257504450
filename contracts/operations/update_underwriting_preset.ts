import { type OperationContract, WRITES } from "../operation.ts";
import { PresetInput, PresetOutput } from "../saved.ts";

/** Save an underwriting preset. */
export const updateUnderwritingPreset: OperationContract<
  typeof PresetInput,
  typeof PresetOutput
> = {
  name: "update_underwriting_preset",
  title: "Save an underwriting preset",
  description:
    "Use this when the user wants to save assumptions for deep_underwrite_asset under a name, change them, make them the default or remove them. " +
    "They are kept for the account and apply where deep_underwrite_asset or compare_deals names them as `preset`; the default one applies where none is named.",
  help:
    "Keeps assumptions for underwriting under a name, changes them, makes them the default or removes them. `underwrite --preset NAME` applies them; the default applies by itself.",
  scope: "write-state",
  needsAccount: true,
  cost: "other",
  input: PresetInput,
  output: PresetOutput,
  annotations: { ...WRITES, destructiveHint: true },
  examples: [
    {
      title: "a conservative rental",
      input: {
        name: "conservative",
        assumptions: { rate: 0.08, down_pct: 0.25 },
      },
    },
  ],
  aliases: [],
  rest: { method: "POST", path: "/me/presets" },
  command: "preset",
};
