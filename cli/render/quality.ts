import { REJECTIONS } from "../../core/engine/sales/validate.ts";
import type { QualityReport } from "../../core/snapshot/manifest.ts";
import { count, percent } from "../format.ts";
import { table } from "../output.ts";
import { paragraph, title } from "./parts.ts";

/** The data-quality report of an ingest as text. */
export function qualityText(
  { sources, sales, remarks, ignored }: QualityReport,
): string {
  const files = table(
    [
      { head: "File" },
      { head: "Read as", dispensable: 2 },
      { head: "Covers", dispensable: 1 },
      { head: "Rows", align: "right" },
      { head: "Kept", align: "right" },
    ],
    sources.map(({ file, dataset, vintage, read, kept }) => [
      file,
      dataset,
      vintage ?? "",
      count(read),
      count(kept),
    ]),
  );
  const notes = sources.flatMap(({ file, rejected, remarks }) => [
    ...Object.entries(rejected).map(([why, rows]) =>
      `${file}: left out, ${why}: ${count(rows)}`
    ),
    ...Object.entries(remarks).map(([what, rows]) =>
      `${file}: ${what}: ${count(rows)}`
    ),
  ]);
  notes.push(
    ...Object.entries(remarks).map(([what, rows]) => `${what}: ${count(rows)}`),
  );
  if (ignored.length > 0) {
    notes.push(`not read, name not recognized: ${ignored.join(", ")}`);
  }
  return [
    title("Files"),
    files,
    title("Sales"),
    salesText(sales),
    ...(notes.length > 0
      ? [title("Notes"), ...notes.map((note) => paragraph(note, 0, "- "))]
      : []),
  ].join("\n");
}

function salesText(
  { total, validated, rejected }: QualityReport["sales"],
): string {
  const share = (sales: number) => total > 0 ? percent(sales / total) : "";
  const meaning = (code: string) =>
    (REJECTIONS as Readonly<Record<string, string>>)[code] ?? code;
  return table(
    [
      { head: "Verdict" },
      { head: "Sales", align: "right" },
      { head: "Share", align: "right" },
      { head: "Meaning", wraps: true },
    ],
    [
      ["validated", count(validated), share(validated), "valid"],
      ...Object.entries(rejected).map(([code, sales]) => [
        code,
        count(sales),
        share(sales),
        meaning(code),
      ]),
    ],
  );
}
