import { deepUnderwriteAsset as contract } from "../../../contracts/operations/deep_underwrite_asset.ts";
import type {
  UnderwriteInput,
  UnderwriteOutput,
} from "../../../contracts/underwriting.ts";
import { underwrite } from "../../engine/underwriting/underwrite.ts";
import { cents, dollars, percent } from "../../engine/figures.ts";
import { listingOfParcel } from "../../answers/active_listing.ts";
import type { Operation } from "../../service/operation.ts";
import {
  envelopeOf,
  fallbackText,
  valuationFieldsOf,
} from "../../answers/valuation_fields.ts";
import { valueInput } from "../../service/value_input.ts";

/** Underwrites the purchase of one property, on the same valuation as `get_comps`. */
export const deepUnderwriteAsset: Operation<
  typeof UnderwriteInput,
  typeof UnderwriteOutput
> = {
  contract,
  run(context, input) {
    const { snapshot, today } = context;
    const valuation = valueInput(context, input);
    const { answer, read, warnings } = underwrite(snapshot, valuation, {
      strategy: input.strategy ?? "brrrr",
      custom: input.custom_assumptions ?? {},
      units: input.units,
      listing: listingOfParcel(context, valuation.subject.parcel),
      today,
    });
    return {
      ...envelopeOf(valuation, warnings),
      ...valuationFieldsOf(snapshot, valuation),
      ...answer,
      read,
    };
  },
  summary: (answer) => {
    const { subject, arv, state, read, financing, metrics } = answer;
    const what = subject.address ?? subject.property_id ?? "this point";
    const price = answer.assumptions.purchase_price.value;
    return [
      `${what}${
        price === null ? "" : ` at ${dollars(price)}`
      }: ${read.verdict} as ${read.strategy}; ${read.reasons.join("; ")}.`,
      arv
        ? `ARV ${dollars(arv.base)} (${dollars(arv.conservative)} to ${
          dollars(arv.aggressive)
        }), confidence ${answer.confidence} of 100, state ${state}.`
        : `No value, state ${state}.`,
      answer.fallback && `In its place: ${fallbackText(answer.fallback)}.`,
      financing &&
      `Cash to close ${dollars(financing.cash_to_close)}, payment ${
        cents(financing.monthly_payment)
      } a month.`,
      metrics?.noi != null &&
      `NOI ${dollars(metrics.noi)}, DSCR ${
        metrics.dscr ?? "none"
      }, cash-on-cash ${
        metrics.cash_on_cash === null
          ? "none"
          : percent(metrics.cash_on_cash, 1)
      }, flip net ${
        metrics.flip_net_profit === null
          ? "none"
          : dollars(metrics.flip_net_profit)
      }.`,
      answer.withheld?.reason,
      ...answer.missing.map(({ field, reason, fix }) =>
        `Missing ${field}: ${reason}; ${fix}.`
      ),
    ].filter(Boolean).join(" ");
  },
};
