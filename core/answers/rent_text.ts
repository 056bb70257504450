import type {
  RentAnswer,
  RentCompsAnswer,
} from "../../contracts/underwriting.ts";
import { dollars } from "../engine/figures.ts";
import { miles } from "../engine/words.ts";

/** What people call why a rent is no comp. */
const REJECTIONS: Readonly<
  Record<keyof RentCompsAnswer["rejected"], string>
> = {
  too_far: "too far",
  too_old: "too old",
  other_bedrooms: "with other bedrooms",
  bedrooms_unknown: "with unknown bedrooms",
  outlier: "far from the others",
};

/** Returns where a market rent comes from: rent comps with their range, or why not and what stands in. */
export function rentText({ comps, range }: RentAnswer): string {
  const from = `${dollars(range.low)} to ${
    dollars(range.high)
  } a month at market`;
  if (comps.length === 0) {
    return `${from}, estimated from HUD's rents and the census; no rents of your own are imported`;
  }
  return `${from}; ${comps.map(compsText).join("; ")}`;
}

/** Returns a unit's rent comps in a line: how many, from where, the closest, and what was left out. */
export function compsText(
  { bedrooms, range, refusal, accepted, radius_m, months, rejected }:
    RentCompsAnswer,
): string {
  const left = Object.entries(REJECTIONS).flatMap(([reason, words]) => {
    const count = rejected[reason as keyof typeof REJECTIONS];
    return count ? [`${count} ${words}`] : [];
  });
  const out = left.length > 0 ? `, left out ${left.join(", ")}` : "";
  if (range === null) {
    return `${bedrooms} bed: no rent comps, ${refusal?.reason}${out} (${refusal?.fix}); HUD's rents and the census are used instead`;
  }
  const [closest] = accepted;
  return `${bedrooms} bed: ${dollars(range.low)} to ${
    dollars(range.high)
  } from ${accepted.length} rent comps within ${
    miles(radius_m)
  } and ${months} months, the closest ${dollars(closest.rent)} (${
    closest.kind === "lease" ? "leased" : "asked"
  } ${closest.date}, ${miles(closest.distance_m)})${out}`;
}
