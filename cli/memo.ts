import { extname } from "node:path";
import { invalidParams } from "../contracts/errors.ts";
import type { z } from "zod";
import type {
  UnderwriteInput,
  UnderwriteOutput,
} from "../contracts/underwriting.ts";
import { memoHtml } from "../core/answers/memo/html.ts";
import { memoMarkdown } from "../core/answers/memo/markdown.ts";
import { readBrand } from "../core/answers/memo/brand.ts";
import { memoOf, memoQuestions } from "../core/answers/memo/memo.ts";
import { getComps } from "../core/operations/property/get_comps.ts";
import { riskReport } from "../core/operations/property/risk_report.ts";
import { settings } from "./context.ts";
import type { Ask } from "./operation_command.ts";
import { noteWritten, outFile } from "./out_file.ts";

const KINDS = [".html", ".md"];

/**
 * Writes the memo of a deal.
 *
 * @throws {Fault} `invalid_params` for a file of another kind, and for a deal of no property
 */
export async function writeMemo(
  path: string,
  deal: UnderwriteOutput,
  ask: Ask,
  { what_if }: z.input<typeof UnderwriteInput>,
): Promise<void> {
  const kind = extname(path).toLowerCase();
  if (!KINDS.includes(kind)) {
    throw invalidParams("report", `a file that ends in ${KINDS.join(" or ")}`);
  }
  const file = outFile("report", path);
  const brand = await readBrand(settings());
  const questions = memoQuestions(deal, what_if);
  const comps = await ask(getComps, questions.comps);
  const risk = await ask(riskReport, questions.risk);
  const memo = memoOf({ deal, comps, risk });
  await Deno.writeTextFile(
    path,
    kind === ".md"
      ? memoMarkdown(memo, brand)
      : await memoHtml(memo, comps, brand),
  );
  noteWritten(file);
}
