import type {
  PropertyTaxAnswer,
  Source,
} from "../../../contracts/underwriting.ts";
import { percent } from "../../engine/figures.ts";
import { roundTo } from "../../engine/rounding.ts";
import {
  type PropertyTax,
  taxAfterPurchase,
} from "../../engine/tax/property_tax.ts";
import type { Resolved } from "../../engine/underwriting/resolved.ts";
import { leastCertain } from "./statement.ts";

/** Returns the property tax as shown, with the bill after purchase where there is a price. */
export function taxFields(
  tax: PropertyTax,
  price: Resolved | null,
  ownerOccupied: boolean,
): PropertyTaxAnswer {
  const { assessment, current, rate } = tax;
  const after = price &&
    taxAfterPurchase(tax, { price: price.value, ownerOccupied });
  return {
    current: assessment && current && {
      tax_year: assessment.taxYear,
      assessed_value: assessment.value,
      stage: assessment.stage,
      eav: current.eav,
      with_homeowner_exemption: current.withHomeowner,
      without_homeowner_exemption: current.withoutHomeowner,
    },
    rate: {
      rate: roundTo(rate.rate, 6),
      year: rate.year,
      basis: rate.basis,
      equalizer: rate.equalizer,
      equalizer_year: rate.equalizerYear,
    },
    after_purchase: after && {
      homeowner_exemption: ownerOccupied,
      before_reassessment: after.beforeReassessment,
      reassessment_year: tax.reassessmentYear,
      reassessed: after.reassessed,
      underwritten: after.underwritten,
    },
    source: taxSource(tax),
    note: {
      composite:
        `bill = (assessed value x equalizer - exemptions) x the tax code's rate of ${rate.year}`,
      effective: `the tax code's ${rate.year} effective rate, ${
        percent(tax.effectiveRate)
      } of market value, in terms of equalized value`,
      triad_median:
        `no rate for the tax code: the triad's median of ${rate.year}, ${
          percent(tax.effectiveRate)
        } of market value`,
    }[rate.basis],
  };
}

/** Returns where a tax comes from. */
export function taxSource({ rate }: PropertyTax): Source {
  return leastCertain(
    "county_record",
    rate.basis === "triad_median" ? "constant" : "county_record",
  );
}
