import type { OperationContract } from "../operation.ts";
import { ReportInput, ReportOutput } from "../reports.ts";

/** Report a value that looks wrong. */
export const reportValue: OperationContract<
  typeof ReportInput,
  typeof ReportOutput
> = {
  name: "report_value",
  title: "Report a value",
  description:
    "Use this when a person says that a property's value is wrong. The operator reviews it, and until then its answers carry the warning value_under_review. One report a day per caller and property.",
  help:
    "Reports a value that looks wrong, for a person to look at. Until then it is shown as under review. One report a day for a property.",
  scope: "read",
  cost: "other",
  tool: false,
  input: ReportInput,
  output: ReportOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  examples: [
    {
      title: "a house with a new second story",
      input: {
        lat: 41.8381,
        lon: -87.6513,
        reason: "The house was rebuilt in 2024 and is twice as large.",
        suggested_value: 520_000,
      },
    },
  ],
  aliases: [],
  rest: { method: "POST", path: "/report-value" },
  command: "report-value",
};
