import { type OperationContract, READ_ONLY } from "../operation.ts";
import { ExportInput, ExportOutput } from "../saved_transfer.ts";

/** Everything that the caller saved. */
export const exportSaved: OperationContract<
  typeof ExportInput,
  typeof ExportOutput
> = {
  name: "export_saved",
  title: "Export saved items",
  description:
    "The caller's favorites, presets, profiles and notes in one JSON document, to keep or to move elsewhere.",
  scope: "write-state",
  needsAccount: true,
  cost: "other",
  input: ExportInput,
  output: ExportOutput,
  annotations: READ_ONLY,
  examples: [{ title: "all of it", input: {} }],
  aliases: [],
  tool: false,
  rest: { method: "GET", path: "/me/export" },
};
