import { extname } from "node:path";
import { invalidParams } from "../contracts/errors.ts";
import type { UnderwriteOutput } from "../contracts/underwriting.ts";
import { memoHtml } from "../core/answers/memo/html.ts";
import { memoMarkdown } from "../core/answers/memo/markdown.ts";
import { memoOf } from "../core/answers/memo/memo.ts";
import { getComps } from "../core/operations/property/get_comps.ts";
import { riskReport } from "../core/operations/property/risk_report.ts";
import { settings } from "./context.ts";
import type { Ask } from "./operation_command.ts";
import { noteWritten, outFile } from "./out_file.ts";

const KINDS = [".html", ".md"];

/**
 * Writes the memo of a deal.
 *
 * Throws `Fault` `invalid_params` for a file of another kind, and for a deal of no property.
 */
export async function writeMemo(
  path: string,
  deal: UnderwriteOutput,
  ask: Ask,
): Promise<void> {
  const kind = extname(path).toLowerCase();
  if (!KINDS.includes(kind)) {
    throw invalidParams("report", `a file that ends in ${KINDS.join(" or ")}`);
  }
  const file = outFile("report", path);
  const { property_id, lat, lon } = deal.subject;
  const about = property_id ? { property_id } : { lat, lon };
  const { strategy } = deal;
  const price = deal.assumptions.purchase_price.value;
  const [comps, risk] = [
    await ask(getComps, { ...about, strategy }),
    await ask(riskReport, { ...about, ...(price !== null && { price }) }),
  ];
  const { brandName, brandLogo } = settings();
  const brand = {
    name: brandName ?? null,
    logo: brandLogo === undefined ? null : await imageUri(brandLogo),
  };
  const memo = memoOf({ deal, comps, risk });
  await Deno.writeTextFile(
    path,
    kind === ".md"
      ? memoMarkdown(memo, brand)
      : await memoHtml(memo, comps, brand),
  );
  noteWritten(file);
}

const IMAGES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};

/** An image as text that a document can hold. */
async function imageUri(path: string): Promise<string> {
  const type = IMAGES[extname(path).toLowerCase()];
  if (type === undefined) {
    throw invalidParams("TWOFLAT_BRAND_LOGO", "a .png or .jpg file");
  }
  const bytes = await Deno.readFile(path).catch((cause) => {
    throw invalidParams(
      "TWOFLAT_BRAND_LOGO",
      "a file that can be read",
      `cannot read ${path}: ${cause.name}`,
    );
  });
  return `data:${type};base64,${bytes.toBase64()}`;
}
