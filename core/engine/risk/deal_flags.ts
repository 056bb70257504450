import { RISK } from "../../../contracts/constants/risk.ts";
import type { Severity } from "../../../contracts/risk.ts";
import { salesOfParcel } from "../sales/history.ts";
import { dayOf } from "../snapshot.ts";
import { codeAt } from "../tables.ts";
import { dollars, percent } from "../figures.ts";
import {
  assessed,
  type Flag,
  notAssessed,
  type RiskCase,
  worse,
} from "./flag.ts";

/** Appraisal ceiling: a price near or above what the comps support leaves a loan short. */
export function appraisalCeiling(
  { arv, noValue, state, valuedAsOf, price, priceSource }: RiskCase,
): Flag {
  const known = {
    code: "appraisal_ceiling",
    source: "price against the ARV of get_comps",
  } as const;
  if (arv === null) {
    return notAssessed("unknown", {
      ...known,
      reason: `there is no value to hold the price against: ${noValue}`,
    });
  }
  if (price === null || priceSource === "model") {
    return notAssessed("unknown", {
      ...known,
      reason:
        "no purchase price is given, and without a list price there is none to compare with the value",
    });
  }
  const { low, medium } = RISK.appraisal;
  const severity: Severity = price > arv.aggressive
    ? "high"
    : price > arv.base * medium
    ? "medium"
    : price > arv.base * low
    ? "low"
    : "none";
  return assessed(severity, {
    ...known,
    reason: `${dollars(price)} is ${
      percent(price / arv.base, 0)
    } of the ARV's base ${dollars(arv.base)}, its range ${
      dollars(arv.conservative)
    } to ${dollars(arv.aggressive)}`,
    figures: {
      price,
      arv_conservative: arv.conservative,
      arv_base: arv.base,
      arv_aggressive: arv.aggressive,
      price_to_base: Number((price / arv.base).toFixed(4)),
    },
    vintage: valuedAsOf,
    blindSpots: `a value of state ${state}, as if in good repair`,
  });
}

/** Closing friction: deeds without warranties, several parcels in one deed, a resale too soon for FHA. */
export function closingFriction({ snapshot, subject, today }: RiskCase): Flag {
  const known = {
    code: "closing_friction",
    source: "recorded sales and parcels of the county",
  } as const;
  if (subject.parcel < 0) {
    return notAssessed("unknown", {
      ...known,
      reason: "no parcel stands at the point",
    });
  }
  const { barred, watched } = RISK.resale_days;
  const { parcels } = snapshot.tables;
  const deeds = salesOfParcel(snapshot, subject.parcel)
    .map((sale) => ({ ...sale, age: today - dayOf(sale.sale_date) }))
    .filter(({ age }) => age >= 0);
  let severity: Severity = "none";
  const reasons: string[] = [];
  const note = (how: Severity, why: string) => {
    severity = worse(severity, how);
    reasons.push(why);
  };
  const weak = deeds.find(({ age, rejected }) =>
    age <= RISK.weak_deed_days && rejected?.code === "deed_type"
  );
  if (weak) {
    note(
      "high",
      `the deed of ${weak.sale_date} (${
        weak.deed_type || "type missing"
      }) gives no usual warranty of title`,
    );
  }
  const [last] = deeds;
  if (last && last.age < barred) {
    note(
      "high",
      `sold ${last.age} days ago: FHA insures no resale within ${barred} days`,
    );
  } else if (last && last.age <= watched) {
    note(
      "low",
      `sold ${last.age} days ago: FHA may ask for a second appraisal up to day ${watched}`,
    );
  }
  const several = deeds.find(({ rejected }) =>
    rejected?.code === "multi_parcel"
  );
  if (several) {
    note(
      "medium",
      `the deed of ${several.sale_date} covers several parcels: make sure that all of them are sold`,
    );
  }
  const cards = parcels.cards[subject.parcel];
  if (cards > 1) {
    note("medium", `${cards} buildings are recorded on the parcel`);
  }
  return assessed(severity, {
    ...known,
    reason: reasons.length > 0
      ? reasons.join("; ")
      : "no weak deed, quick resale, shared deed or second building on record",
    figures: {
      last_sale: last?.sale_date ?? null,
      last_deed: last?.deed_type || null,
      days_since_sale: last?.age ?? null,
      buildings: cards > 0 ? cards : null,
      class: codeAt(parcels.class, subject.parcel) || null,
    },
    vintage: last?.sale_date ?? null,
    blindSpots:
      "liens, unpaid water bills, open permits and the title itself: only a title search shows them",
  });
}
