import { RISK } from "../../../contracts/constants/risk.ts";
import { isoOf } from "../snapshot.ts";
import {
  type PropertyTax,
  propertyTax,
  taxAfterPurchase,
} from "../tax/property_tax.ts";
import { dollars, percent } from "../figures.ts";
import {
  assessed,
  type Flag,
  notAssessed,
  type RiskCase,
  severityOf,
} from "./flag.ts";

/** The property's tax, or null where it is not known. */
export function taxOf(
  { snapshot, subject, today }: RiskCase,
): PropertyTax | null {
  return propertyTax(snapshot, subject, Number(isoOf(today).slice(0, 4)));
}

/**
 * Tax shock: the buyer's bill against the seller's. The seller's homeowner exemption ends with
 * the sale, and the next reassessment of the triad can see the price.
 */
export function taxShock({ price }: RiskCase, tax: PropertyTax | null): Flag {
  const known = { code: "tax_shock", source: SOURCE } as const;
  if (!tax?.assessment || !tax.current) {
    return notAssessed("unknown", {
      ...known,
      reason: "no assessed value of the property is on record here",
    });
  }
  if (price === null) {
    return notAssessed("unknown", {
      ...known,
      reason: "no price to reassess at is given, listed or valued",
    });
  }
  const { withHomeowner, withoutHomeowner } = tax.current;
  const after = taxAfterPurchase(tax, { price, ownerOccupied: false });
  const growth = withHomeowner > 0
    ? after.underwritten / withHomeowner - 1
    : Infinity;
  const capped = Math.min(growth, 9.99);
  const when = tax.reassessmentYear === null
    ? "at the next reassessment"
    : `from tax year ${tax.reassessmentYear}`;
  return assessed(severityOf(growth, RISK.tax_shock), {
    ...known,
    reason: [
      `the bill goes from ${
        dollars(withHomeowner)
      } with a homeowner exemption to ${dollars(withoutHomeowner)} without one`,
      `assessed at the price it is ${dollars(after.reassessed)} ${when}`,
      `the larger is ${percent(Math.abs(capped), 0)} ${
        growth >= 0 ? "above" : "below"
      } the first`,
    ].join("; "),
    figures: {
      price,
      assessed_value: tax.assessment.value,
      assessed_year: tax.assessment.taxYear,
      rate: tax.rate.rate,
      rate_year: tax.rate.year,
      rate_basis: tax.rate.basis,
      equalizer: tax.rate.equalizer,
      equalizer_year: tax.rate.equalizerYear,
      bill_with_exemption: withHomeowner,
      bill_without_exemption: withoutHomeowner,
      bill_reassessed_at_price: after.reassessed,
      bill_after_purchase: after.underwritten,
      reassessment_year: tax.reassessmentYear,
      growth: Number.isFinite(growth) ? Number(growth.toFixed(4)) : null,
    },
    vintage: `${tax.assessment.taxYear}`,
    blindSpots:
      "whether the seller has a homeowner, senior or freeze exemption is not published here; a senior's bill can be far lower than the one compared with",
  });
}

const SOURCE =
  "assessed values and tax rates of the county, state equalizer, triennial cycle";

/** Tax trap: a tax so high against the price that it caps what the next buyer can pay. */
export function taxTrap({ price }: RiskCase, tax: PropertyTax | null): Flag {
  const known = {
    code: "tax_trap",
    source: "tax rates of the county, state equalizer",
  } as const;
  if (!tax) {
    return notAssessed("unknown", {
      ...known,
      reason: "the tax rate here is unknown",
    });
  }
  const bill = price === null
    ? null
    : taxAfterPurchase(tax, { price, ownerOccupied: false }).underwritten;
  const share = bill === null ? tax.effectiveRate : bill / price!;
  return assessed(severityOf(share, RISK.tax_trap), {
    ...known,
    reason: bill === null
      ? `tax is ${percent(share, 2)} of market value a year`
      : `tax after purchase is ${percent(share, 2)} of the price a year`,
    figures: {
      tax_share: Number(share.toFixed(5)),
      bill_after_purchase: bill,
      price,
      rate: tax.rate.rate,
      rate_year: tax.rate.year,
      rate_basis: tax.rate.basis,
    },
    vintage: `${tax.rate.year}`,
    blindSpots:
      "unpaid and sold taxes are not in the data: the county's open tax-sale lists end around 2014; ask the Clerk about the PIN before closing",
  });
}
