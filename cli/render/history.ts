import type { HistoryOutput } from "../../contracts/property.ts";
import { money, UNKNOWN } from "../format.ts";
import { style, table } from "../output.ts";
import { paragraph, subjectLines } from "./parts.ts";

/** Returns what happened to a property, newest first. */
export function renderHistory(
  { subject, events, as_of }: HistoryOutput,
): string {
  return [
    ...subjectLines(subject),
    "",
    events.length === 0 ? "Nothing is recorded." : table(
      [
        { head: "Date" },
        { head: "What" },
        { head: "Amount", align: "right" },
        { head: "Note", wraps: true },
      ],
      events.map(({ date, title, amount, note }) => [
        date,
        title,
        amount === null ? UNKNOWN : money(amount),
        note ?? "",
      ]),
    ),
    "",
    style("quiet", paragraph(`data to ${as_of}`)),
  ].join("\n");
}
