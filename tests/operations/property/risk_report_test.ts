import assert from "node:assert/strict";
import { RISK } from "../../../contracts/constants/risk.ts";
import { RISK_CODES, type RiskCode } from "../../../contracts/risk.ts";
import { Fault } from "../../../contracts/errors.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { LOCAL } from "../../../core/access/principal.ts";
import { riskReport } from "../../../core/operations/property/risk_report.ts";
import { serve } from "../../../core/service/serve.ts";
import {
  type MemoryRows,
  memorySnapshot,
} from "../../../core/snapshot/memory.ts";
import { square } from "../../engine/places/places.ts";

const PARCEL = {
  property_id: "17000000000000",
  lat: 41.81,
  lon: -87.69,
  county: "cook",
  township: "70",
  tract: "17031000100",
  tax_code: "70001",
  prop_type: "mf2_4",
  class: "211",
  units: 2,
  year_built: 1905,
  flood_zone: 0,
  flood_factor: 1,
  basement: "Full",
  facts_year: 2024,
};

type Parcel = NonNullable<MemoryRows["parcels"]>[number];

function county(
  changes: Parcel = {},
  rows: Partial<MemoryRows> = {},
) {
  return memorySnapshot({
    parcels: [{ ...PARCEL, ...changes }],
    assessments: [{
      property_id: PARCEL.property_id,
      tax_year: 2024,
      mailed: 25_000,
    }],
    tax_rates: [{
      tax_code: "70001",
      tax_year: 2024,
      county: "cook",
      basis: "composite",
      rate: 0.07,
    }],
    townships: [{ code: "70", name: "Hyde Park", triad: "City" }],
    ...rows,
  });
}

const ask = (
  snapshot: ReturnType<typeof county>,
  input: Record<string, unknown> = {},
) =>
  serve(
    riskReport,
    { snapshot, today: dayOf("2026-11-01"), principal: LOCAL },
    { property_id: PARCEL.property_id, ...input },
  );

async function flag(
  code: RiskCode,
  snapshot: ReturnType<typeof county>,
  input: Record<string, unknown> = {},
) {
  const { flags } = await ask(snapshot, input);
  return flags.find((each) => each.code === code)!;
}

Deno.test("the points of all risks are 100 together", () => {
  const all = Object.values(RISK.points)
    .reduce((sum, points) => sum + points, 0);
  assert.equal(all, 100);
  for (const code of Object.keys(RISK.points)) {
    assert.ok(RISK_CODES.some((known) => known === code));
  }
});

Deno.test("risk_report's tax shock: both bills to the cent, the year, and the bill at the price", async () => {
  const { status, severity, figures, points } = await flag(
    "tax_shock",
    county(),
    { price: 400_000 },
  );
  assert.equal(figures.bill_with_exemption, 4_612.16);
  assert.equal(figures.bill_without_exemption, 5_312.16);
  // 40,000 x 3.0355 = 121,420 x 0.07
  assert.equal(figures.bill_reassessed_at_price, 8_499.4);
  assert.equal(figures.reassessment_year, 2027);
  assert.equal(figures.growth, 0.8428);
  assert.deepEqual([status, severity, points], ["flagged", "high", 20]);
});

Deno.test("risk_report's tax shock is clear where the bill stays, unknown without a price or an assessment", async () => {
  // Without an exemption lost a small bill grows little: 700 of 70,000.
  const rich = county({}, {
    assessments: [{
      property_id: PARCEL.property_id,
      tax_year: 2024,
      mailed: 330_000,
    }],
  });
  const low = await flag("tax_shock", rich, { price: 100_000 });
  assert.deepEqual([low.status, low.severity, low.points], [
    "clear",
    "none",
    0,
  ]);
  const free = await flag("tax_shock", county());
  assert.equal(free.status, "unknown");
  const bare = await flag("tax_shock", county({}, { assessments: [] }), {
    price: 1e6,
  });
  assert.equal(bare.status, "unknown");
  assert.match(bare.reason, /no assessed value/);
});

Deno.test("risk_report's tax trap names its vintage and what it cannot see", async () => {
  const trap = await flag("tax_trap", county(), { price: 100_000 });
  assert.equal(trap.vintage, "2024");
  assert.equal(trap.figures.bill_after_purchase, 5_312.16);
  assert.equal(trap.severity, "medium");
  assert.match(trap.blind_spots!, /sold taxes.*2014/);
});

Deno.test("risk_report's flood flag: zone, factor, basement, and nothing recorded", async () => {
  const cases: [Parcel, string][] = [
    [{ flood_zone: 1, flood_factor: 1 }, "high"],
    [{ flood_factor: 9 }, "high"],
    [{ flood_factor: 3 }, "medium"],
    [{ flood_factor: 3, basement: "Slab" }, "low"],
    [{ flood_factor: 1 }, "none"],
  ];
  for (const [facts, severity] of cases) {
    const found = await flag("basement_flood", county(facts));
    assert.equal(found.severity, severity, JSON.stringify(facts));
  }
  const unknown = await flag(
    "basement_flood",
    county({ flood_zone: NaN, flood_factor: NaN }),
  );
  assert.equal(unknown.status, "unknown");
});

Deno.test("risk_report holds listed units against the county's", async () => {
  const cases: [Parcel, number, string][] = [
    [{}, 2, "none"],
    [{}, 3, "medium"],
    [{}, 4, "high"],
    [{}, 1, "low"],
    [{ prop_type: "sfh", class: "203", units: NaN }, 2, "high"],
  ];
  for (const [facts, listing_units, severity] of cases) {
    const found = await flag("legal_unit_mismatch", county(facts), {
      listing_units,
    });
    assert.equal(found.severity, severity);
    assert.equal(found.figures.listing_units, listing_units);
  }
  const silent = await flag("legal_unit_mismatch", county());
  assert.equal(silent.status, "unknown");
});

Deno.test("risk_report takes units and price from the active listing", async () => {
  const listed = county({}, {
    listings: [{
      listing_id: "1",
      property_id: PARCEL.property_id,
      list_price: 410_000,
      listed: "2026-10-01",
      status: "Active",
      units: 3,
    }],
  });
  const answer = await ask(listed);
  assert.deepEqual(answer.price, { amount: 410_000, source: "listing" });
  const units = await flag("legal_unit_mismatch", listed);
  assert.equal(units.severity, "medium");
});

Deno.test("risk_report's vintage: the county's year wins over the listed one", async () => {
  const old = await flag("vintage_stock", county(), { year_built: 1995 });
  assert.deepEqual([old.severity, old.figures.year_built], ["high", 1905]);
  assert.match(old.reason, /listed as 1995/);
  const years: [number, string][] = [[1939, "medium"], [1977, "low"], [
    1978,
    "none",
  ]];
  for (const [year_built, severity] of years) {
    const given = await flag("vintage_stock", county({ year_built: NaN }), {
      year_built,
    });
    assert.equal(given.severity, severity);
  }
});

Deno.test("risk_report's closing friction: a quit claim, a quick resale, a shared deed", async () => {
  const sold = (sale_date: string, rejected = "", deed_type = "Warranty") =>
    flag(
      "closing_friction",
      county({}, {
        sales: [{
          property_id: PARCEL.property_id,
          sale_date,
          sale_price: 200_000,
          deed_type,
          rejected,
        }],
      }),
    );
  assert.equal((await sold("2020-01-01")).severity, "none");
  assert.equal((await sold("2026-09-15")).severity, "high");
  assert.equal((await sold("2026-06-01")).severity, "low");
  const quit = await sold("2025-06-01", "deed_type", "Quit Claim");
  assert.equal(quit.severity, "high");
  assert.match(quit.reason, /2025-06-01 \(Quit Claim\)/);
  assert.equal((await sold("2015-06-01", "multi_parcel")).severity, "medium");
});

Deno.test("risk_report emits every risk but the withheld, and says not_tracked in and outside Chicago", async () => {
  const { flags } = await ask(county());
  assert.deepEqual(
    flags.map(({ code }) => code).toSorted(),
    [...RISK_CODES].toSorted(),
  );
  const emitted: readonly string[] = RISK_CODES;
  for (const code of RISK.withheld) {
    assert.ok(!emitted.includes(code));
  }
  const suburb = await flag("distress_proximity", county());
  assert.equal(suburb.status, "not_tracked");
  assert.match(suburb.reason, /in Chicago only/);
  const city = await flag(
    "distress_proximity",
    county({}, {
      boundaries: square("community_area", "HYDE PARK", -87.7, 41.8, 0.02),
    }),
  );
  assert.equal(city.status, "not_tracked");
  assert.match(city.reason, /holds no city records/);
});

Deno.test("risk_report sums the points, and has no score where too little is known", async () => {
  const { risk_score, flags, known_points, confidence } = await ask(county(), {
    price: 400_000,
    listing_units: 4,
  });
  const points = flags.reduce((sum, each) => sum + each.points, 0);
  assert.equal(risk_score, Math.round(points));
  assert.equal(known_points, 80);
  assert.equal(confidence, 80);
  const nowhere = await serve(
    riskReport,
    { snapshot: county(), today: dayOf("2026-11-01"), principal: LOCAL },
    { lat: 41.9, lon: -87.2 },
  );
  assert.equal(nowhere.risk_score, null);
  assert.equal(nowhere.confidence, null);
  assert.equal(nowhere.read.verdict, "no_read");
});

Deno.test("risk_report answers points anywhere, and refuses what is no point", async () => {
  const at = (lat: unknown, lon: unknown) =>
    serve(
      riskReport,
      { snapshot: county(), today: dayOf("2026-11-01"), principal: LOCAL },
      { lat, lon },
    );
  for (
    const [lat, lon] of [[0, 0], [43.04, -87.9], [41.9, -87.2], [-90, 180]]
  ) {
    assert.equal((await at(lat, lon)).risk_score, null);
  }
  for (const [lat, lon] of [[NaN, NaN], [91, 0], ["x", 0], [41.9, Infinity]]) {
    await assert.rejects(
      at(lat, lon),
      (error) => error instanceof Fault && error.code === "invalid_params",
    );
  }
});
