import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import type { Strategy, Warning } from "../../../contracts/envelope.ts";
import { dollars, percent } from "../figures.ts";
import { brrrrOf } from "./brrrr.ts";
import { dealAt, type DealAtValue, leaning } from "./deal_at.ts";
import type { DealInputs } from "./resolve_inputs.ts";
import { renovationPremium } from "./value_span.ts";

/** Returns what an investor should hear plainly about a deal before its figures. */
export function noticesOf(
  inputs: DealInputs,
  deal: DealAtValue | null,
  strategy: Strategy,
): Warning[] {
  if (deal === null) return [];
  return [
    ...capped(deal),
    ...duesUnknown(inputs),
    ...flipWithoutRehab(inputs, strategy),
    ...priceFarUnderValue(inputs),
    ...refinanceFails(inputs, strategy),
  ];
}

function capped({ arv }: DealAtValue): Warning[] {
  return arv?.capped
    ? [{
      code: "arv_capped",
      message:
        `The rents support less than the comps: sale and refinance are computed at ${UNDERWRITING.income_arv_cap} times the income value, below the value.`,
    }]
    : [];
}

function duesUnknown({ figures, building }: DealInputs): Warning[] {
  return building.propType === "condo" &&
      figures.hoa_monthly?.source === "constant"
    ? [{
      code: "no_association_dues",
      field: "custom_assumptions.hoa_monthly",
      message:
        "A condominium's association dues are not on record and count as $0 here; give hoa_monthly.",
    }]
    : [];
}

function flipWithoutRehab(
  { figures, building }: DealInputs,
  strategy: Strategy,
): Warning[] {
  const { rehab_expected_before } = UNDERWRITING;
  const isExpected = (strategy === "flip" || strategy === "brrrr") &&
    figures.rehab_budget?.value === 0 &&
    building.yearBuilt < rehab_expected_before;
  return isExpected
    ? [{
      code: "no_rehab_budget",
      field: "custom_assumptions.rehab_budget",
      message: `A ${
        strategy === "brrrr" ? "BRRRR" : strategy
      } of a building of ${building.yearBuilt} without a rehab budget adds no value to what was bought; give rehab_budget.`,
    }]
    : [];
}

/** The price is held against the value as it is, before what the rehab adds. */
function priceFarUnderValue(
  { figures, building, renovationShare }: DealInputs,
): Warning[] {
  const { purchase_price, arv } = figures;
  const { far_under_value } = UNDERWRITING;
  if (!purchase_price || !arv || arv.source === "given") return [];
  const low = arv.low / (1 + renovationPremium(building, renovationShare));
  if (purchase_price.value >= (1 - far_under_value) * low) return [];
  return [{
    code: "price_far_under_value",
    field: "custom_assumptions.purchase_price",
    message: `The price of ${dollars(purchase_price.value)} is ${
      percent(1 - purchase_price.value / low, 0)
    } under the low end of the value as it is, ${
      dollars(low)
    }. Prices this low usually have a reason: condition, title, an auction, or a wrong price.`,
  }];
}

function refinanceFails(inputs: DealInputs, strategy: Strategy): Warning[] {
  if (strategy !== "brrrr") return [];
  const best = dealAt(inputs, strategy, leaning("favorable"));
  const brrrr = best && brrrrOf(best.deal);
  if (!brrrr || brrrr.refinance.cashOut >= 0) return [];
  return [{
    code: "refinance_falls_short",
    message:
      `The refinance does not pay off the purchase loan: even at the favorable end the owner brings ${
        dollars(-brrrr.refinance.cashOut)
      } to the closing.`,
  }];
}
