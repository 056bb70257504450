import type {
  Source,
  Underwriting as Fields,
} from "../../contracts/underwriting.ts";
import { pointsOf } from "../engine/risk/flag.ts";
import { assessRisk, riskCaseOf } from "../engine/risk/risk.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import type { Underwriting } from "../engine/underwriting/underwrite.ts";
import { RISK_LABELS } from "./risk_labels.ts";

/** Returns what is known of a deal's risk: the score, how much of it could be assessed, and the biggest flag. */
export function dealRisk(
  snapshot: SnapshotData,
  { valuation, inputs }: Underwriting,
): Fields["risk"] {
  const price = inputs.figures.purchase_price;
  const units = inputs.listing?.units ?? inputs.request.units ?? null;
  const { score, known, flags } = assessRisk(riskCaseOf(snapshot, valuation, {
    price: price?.value ?? null,
    priceSource: price ? sourceOf(price.source) : null,
    listingUnits: units,
    today: inputs.request.today,
  }));
  const [biggest] = flags.filter((flag) => pointsOf(flag) > 0)
    .sort((a, b) => pointsOf(b) - pointsOf(a));
  return {
    score,
    known_points: known,
    biggest: biggest
      ? { label: RISK_LABELS[biggest.code], reason: biggest.reason }
      : null,
  };
}

function sourceOf(source: Source): "given" | "listing" | "model" {
  return source === "listing" || source === "model" ? source : "given";
}
