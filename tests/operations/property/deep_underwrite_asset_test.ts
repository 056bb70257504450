import assert from "node:assert/strict";
import { Fault } from "../../../contracts/errors.ts";
import { UnderwriteOutput } from "../../../contracts/underwriting.ts";
import { deepUnderwriteAsset } from "../../../core/operations/property/deep_underwrite_asset.ts";
import { getComps } from "../../../core/operations/property/get_comps.ts";
import { LOCAL } from "../../../core/access/principal.ts";
import { serve } from "../../../core/service/serve.ts";
import {
  HOUSE_PIN,
  SNAPSHOT,
  TODAY,
  TWO_FLAT_PIN,
} from "../../engine/underwriting/subjects.ts";

const context = { snapshot: SNAPSHOT, today: TODAY, principal: LOCAL };
const [legacy] = deepUnderwriteAsset.contract.aliases;

const pin = { property_id: TWO_FLAT_PIN };
const assuming = (custom_assumptions: unknown) => ({
  ...pin,
  custom_assumptions,
});
const spot = { lat: 41.84, lon: -87.65 };
const C = "custom_assumptions";

/** Bad input, the field it is bad in, and what is said to be expected there. */
const BAD:
  readonly (readonly [raw: unknown, field: string, expected: RegExp])[] = [
    [assuming({ purchase_price: "200000" }), `${C}.purchase_price`, /number/],
    [assuming({ purchase_price: null }), `${C}.purchase_price`, /number/],
    [assuming({ purchase_price: NaN }), `${C}.purchase_price`, /number/],
    [assuming({ purchase_price: Infinity }), `${C}.purchase_price`, /number/],
    [assuming({ purchase_price: -1 }), `${C}.purchase_price`, /1000 to/],
    [assuming({ purchase_price: 0 }), `${C}.purchase_price`, /1000 to/],
    [assuming({ purchase_price: 999.99 }), `${C}.purchase_price`, /1000 to/],
    [assuming({ purchase_price: 1e9 }), `${C}.purchase_price`, /50000000/],
    [assuming({ purchase_price: [1] }), `${C}.purchase_price`, /number/],
    [assuming({ rehab_budget: -0.01 }), `${C}.rehab_budget`, /0 to 10000000/],
    [
      assuming({ rehab_budget: "40k" }),
      `${C}.rehab_budget`,
      /40000 as a JSON number/,
    ],
    [assuming({ rehab_budget: -Infinity }), `${C}.rehab_budget`, /number/],
    [assuming({ rehab_budget: true }), `${C}.rehab_budget`, /number/],
    [assuming({ rate: 7.5 }), `${C}.rate`, /0 to 0\.3; for 7\.5% give 0\.075/],
    [assuming({ rate: "7.5%" }), `${C}.rate`, /0\.075 as a JSON number/],
    [assuming({ rate: -0.01 }), `${C}.rate`, /0 to 0\.3/],
    [assuming({ rate: {} }), `${C}.rate`, /number/],
    [assuming({ down_pct: 25 }), `${C}.down_pct`, /0 to 1/],
    [assuming({ down_pct: -0.1 }), `${C}.down_pct`, /0 to 1/],
    [assuming({ down_pct: "0.25" }), `${C}.down_pct`, /number/],
    [assuming({ down_pct: 0.1 }), `${C}.down_pct`, /0\.15 to 1 with conv/],
    [
      assuming({ down_pct: 0.03, financing_type: "fha_owner_2_4" }),
      `${C}.down_pct`,
      /0\.035 to 1 with fha/,
    ],
    [
      assuming({ down_pct: 0.5, financing_type: "cash" }),
      `${C}.down_pct`,
      /1, or left out, with cash/,
    ],
    [assuming({ rent_override: -1 }), `${C}.rent_override`, /0 to 500000/],
    [assuming({ rent_override: 1e6 }), `${C}.rent_override`, /0 to 500000/],
    [assuming({ rent_override: "2,400" }), `${C}.rent_override`, /number/],
    [
      assuming({ financing_type: "va" }),
      `${C}.financing_type`,
      /one of cash, conventional_investor/,
    ],
    [assuming({ financing_type: "CASH" }), `${C}.financing_type`, /one of/],
    [assuming({ financing_type: 1 }), `${C}.financing_type`, /one of/],
    [assuming({ financing_type: null }), `${C}.financing_type`, /one of/],
    [assuming({ hold_months: 0 }), `${C}.hold_months`, /whole number.*1 to 60/],
    [assuming({ hold_months: 61 }), `${C}.hold_months`, /1 to 60/],
    [assuming({ hold_months: 6.5 }), `${C}.hold_months`, /whole number/],
    [assuming({ hold_months: "6" }), `${C}.hold_months`, /whole number/],
    [assuming({ price: 1e5 }), `${C}.price`, /only purchase_price, rehab/],
    [assuming({ Rate: 0.07 }), `${C}.Rate`, /only purchase_price/],
    [assuming({ purchase_price: 2e5, tax: 1 }), `${C}.tax`, /only/],
    [assuming([]), C, /object/],
    [assuming("conventional"), C, /object/],
    [assuming(null), C, /object/],
    [{ ...pin, strategy: "wholesale" }, "strategy", /one of flip, brrrr/],
    [{ ...pin, strategy: "" }, "strategy", /one of/],
    [{ ...pin, listing_units: 0 }, "listing_units", /whole number from 1 to 6/],
    [{ ...pin, listing_units: 7 }, "listing_units", /1 to 6/],
    [{ ...pin, listing_units: 2.5 }, "listing_units", /whole number/],
    [{ ...pin, listing_units: "2" }, "listing_units", /whole number/],
    [{ ...pin, purchase_price: 2e5 }, "purchase_price", /only property_id/],
    [{ ...pin, address: "1 Main St" }, "address", /exactly one of/],
    [{}, "property_id", /exactly one of/],
    [{ lat: 41.8 }, "lon", /longitude/],
    [{ lat: 91, lon: 0 }, "lat", /-90 to 90/],
    [{ lat: "41.8", lon: -87.6 }, "lat", /number/],
    [{ property_id: "" }, "property_id", /1 to 40/],
    [{ property_id: 17321110010000 }, "property_id", /text/],
    [[], "input", /./],
    [null, "input", /./],
    [
      {
        property_id: HOUSE_PIN,
        custom_assumptions: { financing_type: "fha_owner_2_4" },
      },
      `${C}.financing_type`,
      /two to four units/,
    ],
  ];

/** The same for the deprecated name. */
const BAD_LEGACY: typeof BAD = [
  [spot, "price", /number from 1000/],
  [{ ...spot, price: "200000" }, "price", /number/],
  [{ ...spot, price: 0 }, "price", /1000 to/],
  [{ ...spot, price: 2e5, rehab: -1 }, "rehab", /0 to/],
  [{ ...spot, price: 2e5, rent: Infinity }, "rent", /number/],
  [{ ...spot, price: 2e5, rate: 7.5 }, "rate", /0 to 0\.3/],
  [{ ...spot, price: 2e5, units: 12 }, "units", /1 to 6/],
  [{ ...spot, price: 2e5, purchase_price: 2e5 }, "purchase_price", /only/],
  [{ price: 2e5 }, "property_id", /exactly one of/],
];

for (
  const [name, table, alias] of [
    ["deep_underwrite_asset", BAD, undefined],
    ["underwrite", BAD_LEGACY, legacy],
  ] as const
) {
  Deno.test(`${name} rejects ${table.length} bad inputs with field and expected`, async () => {
    for (const [raw, field, expected] of table) {
      const said = `${JSON.stringify(raw)} (${field})`;
      await assert.rejects(
        () => serve(deepUnderwriteAsset, context, raw, alias),
        (error) => {
          assert.ok(error instanceof Fault, `${said}: ${error}`);
          assert.equal(error.code, "invalid_params", said);
          assert.equal(error.field, field, said);
          assert.match(error.expected ?? "", expected, said);
          return true;
        },
        said,
      );
    }
  });
}

Deno.test("deep_underwrite_asset answers on the valuation that get_comps gives", async () => {
  const underwriting = await serve(deepUnderwriteAsset, context, pin);
  const comps = await serve(getComps, context, pin);
  for (
    const field of [
      "subject",
      "valuation_id",
      "state",
      "state_reasons",
      "refusal",
      "arv",
      "area_context",
      "confidence",
      "disclosure",
      "as_of",
      "model_versions",
    ] as const
  ) assert.deepEqual(underwriting[field], comps[field], field);
});

Deno.test("a valuation_id names the value, an analysis_id the deal: two prices share the one and not the other", async () => {
  const at = (purchase_price: number) =>
    serve(deepUnderwriteAsset, context, assuming({ purchase_price }));
  const [low, again, high] = [
    await at(200_000),
    await at(200_000),
    await at(300_000),
  ];
  assert.equal(low.valuation_id, high.valuation_id);
  assert.notEqual(low.analysis_id, high.analysis_id);
  assert.equal(low.analysis_id, again.analysis_id);
  assert.notEqual(
    low.analysis_id,
    (await serve(deepUnderwriteAsset, context, {
      ...assuming({ purchase_price: 200_000 }),
      strategy: "flip",
    })).analysis_id,
  );
});

Deno.test("underwrite maps its inputs to the same question", async () => {
  const { warnings, ...old } = await serve(
    deepUnderwriteAsset,
    context,
    {
      ...spot,
      price: 200_000,
      rehab: 10_000,
      rent: 2_500,
      rate: 0.07,
      units: 2,
    },
    legacy,
  );
  const { warnings: _, ...now } = await serve(deepUnderwriteAsset, context, {
    ...spot,
    listing_units: 2,
    custom_assumptions: {
      purchase_price: 200_000,
      rehab_budget: 10_000,
      rent_override: 2_500,
      rate: 0.07,
    },
  });
  assert.deepEqual(old, now);
  assert(warnings.some(({ code }) => code === "deprecated_name"));
});

Deno.test("deep_underwrite_asset at a bare point tells what follows from the terms and what is missing", async () => {
  const answer = await serve(deepUnderwriteAsset, context, {
    ...spot,
    custom_assumptions: { purchase_price: 200_000 },
  });
  UnderwriteOutput.parse(answer);
  assert.equal(answer.state, "unscored");
  assert.equal(answer.financing?.loan_amount, 150_000);
  assert.deepEqual(
    answer.missing.map(({ field }) => field),
    ["arv", "rent_override", "tax_annual"],
  );
  assert.equal(answer.read.verdict, "no_read");
  assert.match(
    deepUnderwriteAsset.summary!(answer),
    /^the point 41\.84, -87\.65\nPrice: \$200,000, your price.*\n.*\nVerdict: no read as brrrr/,
  );
});

Deno.test("what is withheld names just what ranges of cash flow still need", async () => {
  const reasonAt = async (custom_assumptions: Record<string, number>) => {
    const { withheld, ranges } = await serve(deepUnderwriteAsset, context, {
      ...spot,
      strategy: "hold",
      custom_assumptions: { tax_annual: 4_000, ...custom_assumptions },
    });
    return { reason: withheld!.reason, range: ranges?.cash_flow ?? null };
  };
  const ends = {
    "Give purchase_price and rent_override for ranges of cash flow and returns.":
      {},
    "Give rent_override for ranges of cash flow and returns.": {
      purchase_price: 200_000,
    },
    "Give purchase_price for ranges of cash flow and returns.": {
      rent_override: 2_000,
    },
  };
  for (const [end, custom] of Object.entries(ends)) {
    const { reason, range } = await reasonAt(custom);
    assert.ok(reason.endsWith(end), reason);
    assert.equal(range, null);
  }
  const { reason, range } = await reasonAt({
    purchase_price: 200_000,
    rent_override: 2_000,
  });
  assert.match(reason, /Cash flow and returns are ranges/);
  assert.ok(range !== null);
});
