import type { Brand } from "./brand.ts";
import type { Memo, MemoTable } from "./memo.ts";

/** Returns a memo as Markdown. */
export function memoMarkdown(memo: Memo, { name }: Brand): string {
  return [
    `# ${plain(memo.title)}`,
    "",
    plain(memo.subtitle),
    ...(name ? ["", `Prepared by ${plain(name)}`] : []),
    ...memo.parts.flatMap(({ title, text, table }) => [
      "",
      `## ${title}`,
      ...text.flatMap((each) => ["", plain(each)]),
      ...(table ? ["", ...tableLines(table)] : []),
    ]),
    "",
    "---",
    ...memo.foot.flatMap((each) => ["", plain(each)]),
    "",
  ].join("\n");
}

function tableLines({ head, figures, rows }: MemoTable): string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(plain).join(" | ")} |`;
  return [
    line(head),
    `|${
      head.map((_, i) => figures.includes(i) ? " ---: |" : " --- |").join("")
    }`,
    ...rows.map(line),
  ];
}

/** Text without what Markdown would read as its own: addresses are anyone's text. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|#]/g, "\\$&").replaceAll("\n", " ");
}
