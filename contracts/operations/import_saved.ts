import { type OperationContract, WRITES } from "../operation.ts";
import { ImportInput, ImportOutput } from "../saved_transfer.ts";

/** Merge what a browser saved. */
export const importSaved: OperationContract<
  typeof ImportInput,
  typeof ImportOutput
> = {
  name: "import_saved",
  title: "Merge what a browser saved",
  description:
    "Adds the favorites, notes and presets that a browser saved before sign-in. " +
    "Existing items stay as they are, so the same import twice changes nothing.",
  scope: "write-state",
  needsAccount: true,
  cost: "other",
  input: ImportInput,
  output: ImportOutput,
  annotations: WRITES,
  examples: [
    {
      title: "a note about a tract",
      input: {
        notes: [{
          local_id: "b1d2",
          geoid: "17031160700",
          text: "Walk it on a Sunday.",
        }],
      },
    },
  ],
  aliases: [],
  tool: false,
  rest: { method: "POST", path: "/me/import" },
};
