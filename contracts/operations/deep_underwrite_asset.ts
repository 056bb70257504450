import {
  type OperationAlias,
  type OperationContract,
  READ_ONLY,
} from "../operation.ts";
import {
  LegacyUnderwriteInput,
  UnderwriteInput,
  UnderwriteOutput,
} from "../underwriting.ts";

const legacy: OperationAlias<
  typeof UnderwriteInput,
  typeof LegacyUnderwriteInput
> = {
  name: "underwrite",
  input: LegacyUnderwriteInput,
  map: ({ price, rehab, rent, rate, units, ...subject }) => ({
    ...subject,
    listing_units: units,
    custom_assumptions: {
      purchase_price: price,
      rehab_budget: rehab,
      rent_override: rent,
      rate,
    },
  }),
  deprecated: "2026-07-01",
  sunset: "2027-07-01",
};

/** Deal math of one property. */
export const deepUnderwriteAsset: OperationContract<
  typeof UnderwriteInput,
  typeof UnderwriteOutput
> = {
  name: "deep_underwrite_asset",
  title: "Underwrite a purchase",
  description:
    "Use this when you need to know whether a house or two- to four-flat in Cook County works as a purchase, and at which price. " +
    "It underwrites a flip, BRRRR, long-term rental, house hack or Section 8 rental. " +
    "Name the property by property_id (PIN), address, or lat and lon. " +
    "Put what you know into custom_assumptions; rates and shares are fractions: 7.5% is 0.075. " +
    "The rest is assumed, each number with its source and range in `assumptions`. " +
    "Exact figures come only in state point-actionable, else as `ranges`. " +
    "`targets` has the price at which it works, `moves_most` what to find out next. " +
    "A verdict, a `refusal` and `missing` are answers: report them, do not retry or put another number in their place. " +
    "It is a screening aid: no offer, signature or payment without a person's decision. " +
    "Relay `disclosure` wherever a person sees a value.",
  help:
    "Underwrites a purchase as a flip, BRRRR, long-term rental, house hack or Section 8 rental. " +
    "Shows what it earns, the cash it needs, the price at which it works and what that depends on. " +
    "Every number that is not given is assumed, with its source and range; --full lists them all with the option that changes each. " +
    "A screening aid, not an appraisal.",
  scope: "underwrite",
  cost: "underwrite",
  input: UnderwriteInput,
  output: UnderwriteOutput,
  annotations: READ_ONLY,
  examples: [
    {
      title: "a home in Bridgeport at 350,000 with 40,000 of work",
      input: {
        lat: 41.8381,
        lon: -87.6513,
        custom_assumptions: { purchase_price: 350_000, rehab_budget: 40_000 },
      },
    },
    {
      title: "a house in Orland Park as a rental, with your own rent and rate",
      input: {
        lat: 41.6103,
        lon: -87.8464,
        strategy: "hold",
        custom_assumptions: {
          purchase_price: 320_000,
          rent_override: 2_600,
          rate: 0.0675,
        },
      },
    },
  ],
  aliases: [legacy],
  card: "deal",
  rest: { method: "POST", path: "/underwrite" },
  command: "underwrite",
};
