import type { Comp, CompsOutput } from "../../contracts/valuation.ts";
import { dollars, whole } from "../engine/figures.ts";
import { miles } from "../engine/words.ts";
import { subjectName } from "./subject_name.ts";

/** Why sales were not used, after their number. */
const NOT_USED: Readonly<Record<string, string>> = {
  prior_sale: "of the property itself",
  below_similarity: "not similar enough",
  too_far: "too far away",
  too_old: "too long ago",
  different_type: "of another type",
  less_similar: "less similar than those used",
  price_floor: "at a token price",
  deed_type: "not at arm's length",
  multi_parcel: "of several parcels at one price",
  same_sale: "recorded twice",
  multi_card: "of several buildings on one parcel",
  missing_facts: "without type or living area on record",
  outlier_price: "at an outlying price",
  outlier_price_per_sqft: "at an outlying price per square foot",
};

/** Returns how many sales were not used for which reason, most first: `120 too far away`. */
export function notUsedTexts(
  { rejected_by_reason }: Pick<CompsOutput, "rejected_by_reason">,
): string[] {
  return Object.entries(rejected_by_reason)
    .sort((a, b) => b[1] - a[1])
    .map(([reason, n]) => `${whole(n)} ${NOT_USED[reason] ?? reason}`);
}

/** Returns the comps in words, one a line, as a person would ask for them. */
export function compsText(answer: CompsOutput): string {
  const { comps, search } = answer;
  if (comps.length === 0) return "";
  const unused = notUsedTexts(answer);
  const without = unused.length === 0
    ? ""
    : ` (not used: ${unused.join(", ")})`;
  return [
    `Best ${comps.length} of ${search.accepted} comps within ${
      miles(search.radius_m)
    } and ${search.months} months${without}:`,
    ...comps.map(compText),
  ].join("\n");
}

/** A comp with the fields that were asked for. */
function compText(comp: CompsOutput["comps"][number]): string {
  const { address = null, property_id } = comp;
  return [
    `- ${subjectName({ address, property_id })}, PIN ${property_id}`,
    comp.sale_price !== undefined &&
    `sold ${comp.sale_date} for ${dollars(comp.sale_price)}`,
    comp.adjusted_price !== undefined &&
    `adjusted ${dollars(comp.adjusted_price)}${adjustmentsText(comp)}`,
    comp.distance_m !== undefined && `${miles(comp.distance_m)} away`,
    comp.similarity !== undefined && `similarity ${comp.similarity.toFixed(2)}`,
  ].filter(Boolean).join(", ");
}

/** What the differences are worth, largest first. With the market's change they sum to the adjusted price. */
function adjustmentsText(
  { adjustments, sale_price, time_adjusted_price }: Partial<Comp>,
): string {
  if (
    adjustments === undefined || sale_price === undefined ||
    time_adjusted_price === undefined
  ) return "";
  const lines = [
    { label: "market change", amount: time_adjusted_price - sale_price },
    ...adjustments.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount)),
  ].filter(({ amount }) => amount !== 0);
  const said = lines.map(({ label, amount }) =>
    `${label.toLowerCase()} ${amount > 0 ? "+" : ""}${dollars(amount)}`
  );
  return said.length === 0 ? "" : ` (${said.join(", ")})`;
}
