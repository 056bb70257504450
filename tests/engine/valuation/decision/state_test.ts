import assert from "node:assert/strict";
import type { Calibration } from "../../../../core/engine/calibration/calibrate.ts";
import type { SegmentResult } from "../../../../core/engine/calibration/segments.ts";
import { MODEL_CONFIG } from "../../../../core/engine/model_config.ts";
import {
  decideState,
  type StateFacts,
} from "../../../../core/engine/valuation/decision/state.ts";
import { build, LAST_DAY, TODAY, value, village } from "../county.ts";

const refused = (
  code: "dispersion" | "too_few_comps" | "not_modelled" | "no_property",
) => ({ code, reason: `because of ${code}`, fix: "a fix" }) as const;

const passed: SegmentResult = {
  segment: "72|sfh",
  test_sales: 150,
  median_error: 0.08,
  within_10: 0.6,
  within_20: 0.85,
  median_ratio: 1,
  coverage: 0.8,
  prb: 0,
  gate: "point",
  reasons: [],
};
const ranged: SegmentResult = {
  ...passed,
  gate: "range",
  reasons: ["median error 12.0%, at most 10.0% allowed"],
};
const suppressed: SegmentResult = {
  ...passed,
  gate: "suppress",
  reasons: ["12 test sales, 30 needed"],
};

const GOOD: StateFacts = {
  subjectRefusal: null,
  compsRefusal: null,
  confidence: 80,
  priceModelUsable: true,
  areaKnown: true,
  segment: passed,
  segmentWords: "single-family houses in Lake township",
  age: 30,
};

Deno.test("decideState() follows the order of the decisions page", () => {
  const table: readonly [string, Partial<StateFacts>, string, string | null][] =
    [
      ["all is well", {}, "point-actionable", "comps"],
      ["not calibrated", { segment: undefined }, "range-only", "comps"],
      ["gate missed", { segment: ranged }, "range-only", "comps"],
      ["weak comps", { confidence: 54.9 }, "hedonic", "price_model"],
      ["just enough", { confidence: 55 }, "point-actionable", "comps"],
      [
        "comps refused",
        { compsRefusal: refused("dispersion") },
        "hedonic",
        "price_model",
      ],
      [
        "no price model either",
        { compsRefusal: refused("too_few_comps"), priceModelUsable: false },
        "area-context",
        null,
      ],
      [
        "weak comps, no price model",
        { confidence: 10, priceModelUsable: false },
        "area-context",
        null,
      ],
      [
        "nothing left",
        {
          compsRefusal: refused("too_few_comps"),
          priceModelUsable: false,
          areaKnown: false,
        },
        "suppressed",
        null,
      ],
      ["old", { age: 181 }, "stale", "comps"],
      ["not yet old", { age: 180 }, "point-actionable", "comps"],
      ["old and weak", { age: 181, confidence: 10 }, "stale", "price_model"],
      [
        "old and refused to the end",
        {
          age: 181,
          compsRefusal: refused("dispersion"),
          priceModelUsable: false,
          areaKnown: false,
        },
        "suppressed",
        null,
      ],
      [
        "segment suppressed, even when old",
        { age: 181, segment: suppressed },
        "suppressed",
        null,
      ],
      [
        "not modelled beats all",
        {
          subjectRefusal: refused("not_modelled"),
          age: 999,
          segment: suppressed,
        },
        "unscored",
        null,
      ],
      [
        "bare point with an area",
        { subjectRefusal: refused("no_property") },
        "area-context",
        null,
      ],
      [
        "bare point without",
        { subjectRefusal: refused("no_property"), areaKnown: false },
        "unscored",
        null,
      ],
    ];
  for (const [what, facts, state, basis] of table) {
    const decision = decideState({ ...GOOD, ...facts });
    assert.equal(decision.state, state, what);
    assert.equal(decision.basis, basis, what);
    assert.ok(decision.reasons.length > 0, what);
    if (basis === null) assert.ok(decision.refusal, what);
    if (basis === "comps") assert.equal(decision.refusal, null, what);
  }
});

Deno.test("decideState() says that an uncalibrated segment is not calibrated", () => {
  assert.match(
    decideState({ ...GOOD, segment: undefined }).reasons[0],
    /^not calibrated/,
  );
});

/** A village whose first parcel stands alone, far from the others, at its own address. */
function withStranger(change: Record<string, number | string>) {
  const rows = village(300);
  const [first] = rows.parcels;
  rows.parcels.push({
    ...first,
    property_id: "99990000000000",
    lat: 41.715,
    lon: -87.735,
    ...change,
  });
  return build(rows);
}

/** A calibration with one segment, wide enough bands, and near certainty. */
function learned(segment: SegmentResult): Calibration {
  const band = { low: -1, high: 1 };
  return {
    interval: 0.8,
    from: 0,
    to: LAST_DAY,
    sales: 150,
    bands: { [segment.segment]: band },
    pooled: band,
    errorScale: {
      basis: { comps: 1, price_model: 1 },
      size: { cuts: [], factors: [1] },
      value: { cuts: [], factors: [1] },
    },
    within20: { knots: [-1], values: [0.9] },
    overall: segment,
    segments: [segment],
  };
}

Deno.test("valueSubject() reaches every state end to end", () => {
  const stranger = "99990000000000";
  const id = village(300).parcels[1].property_id!;
  const usual = build(village(300));
  const of = (change: Record<string, number | string>) =>
    value(withStranger(change), stranger);

  assert.equal(value(usual, id).state, "range-only");
  const calibration = learned(passed);
  const point = value(usual, id, { calibration });
  assert.equal(point.state, "point-actionable");
  assert.match(
    point.disclosure,
    /150 later sales .* 8\.0%, 85% were within 20%/,
  );
  assert.equal(
    value(usual, id, { calibration: learned(suppressed) }).refusal
      ?.code,
    "segment_suppressed",
  );
  assert.equal(value(usual, id, { today: LAST_DAY + 200 }).state, "stale");
  assert.ok(value(usual, id, { today: LAST_DAY + 200 }).arv);

  const remote = of({ lat: 41.9 });
  assert.equal(remote.state, "hedonic");
  assert.equal(remote.refusal?.code, "too_few_comps");
  assert.deepEqual([remote.arv, remote.confidence, remote.priorSale], [
    null,
    null,
    null,
  ]);
  assert.equal(remote.fallback?.method, "price_model");
  assert.equal(remote.read.verdict, "no_read");

  const condo = of({ prop_type: "condo" });
  assert.deepEqual([condo.state, condo.refusal?.code, condo.arv], [
    "unscored",
    "not_modelled",
    null,
  ]);
  const lake = of({ county: "lake" });
  assert.deepEqual([lake.state, lake.refusal?.code, lake.areaContext], [
    "unscored",
    "lake_county",
    null,
  ]);
  const unmeasured = of({ bldg_sqft: NaN });
  assert.deepEqual([unmeasured.state, unmeasured.refusal?.code], [
    "unscored",
    "missing_facts",
  ]);
  assert.match(unmeasured.refusal!.reason, /living area/);
  const twoHouses = of({ cards: 2 });
  assert.deepEqual([twoHouses.state, twoHouses.refusal?.code], [
    "unscored",
    "not_modelled",
  ]);

  // The price model has never seen this township, however well it knows the rest.
  const unseen = of({ lat: 41.9, township: "99" });
  assert.equal(unseen.state, "area-context");
  assert.equal(unseen.refusal?.code, "too_few_comps");
  assert.equal(unseen.confidence, null);

  const few = village(30);
  few.parcels.push({ ...few.parcels[0], property_id: stranger, lat: 41.9 });
  const thin = build({ ...few, sales: few.sales.slice(0, 30) });
  const context = value(thin, stranger);
  assert.equal(context.state, "area-context");
  assert.equal(context.arv, null);
  const { method, low, high } = context.fallback!;
  assert.equal(method, "tract_heuristic");
  const rate = context.areaContext!.medianPricePerSqft *
    few.parcels.at(-1)!.bldg_sqft!;
  assert.ok(0 < low && low < rate && rate < high);
  const alone = build({
    parcels: thin.tables.parcels.rows
      ? few.parcels.map((parcel) => ({
        ...parcel,
        tract: "",
        neighborhood: "",
      }))
      : [],
    sales: few.sales.slice(0, 30),
  });
  assert.equal(value(alone, stranger).state, "suppressed");
  assert.equal(
    value(build({ ...few, sales: [] }), stranger, { today: TODAY }).state,
    "suppressed",
  );
});

Deno.test("a property without a position has a value from the price model and no comps", () => {
  const nowhere = value(
    withStranger({ lat: NaN, lon: NaN }),
    "99990000000000",
  );
  assert.equal(nowhere.state, "hedonic");
  assert.equal(nowhere.refusal?.code, "missing_facts");
  assert.equal(nowhere.arv, null);
  assert.equal(nowhere.fallback?.method, "price_model");
  assert.equal(nowhere.comps.length, 0);
});

Deno.test("a building of class 211 without a count of apartments is valued with the caller's count, and says so", () => {
  const stranger = "99990000000000";
  const flats = withStranger({
    class: "211",
    prop_type: "apartment",
    units: NaN,
    lat: village(300).parcels[1].lat!,
    lon: village(300).parcels[1].lon!,
  });
  const unknown = value(flats, stranger);
  assert.equal(unknown.refusal?.code, "missing_facts");
  assert.match(unknown.refusal!.fix, /what_if\.apartments/);
  const codes = ({ warnings }: typeof unknown) =>
    warnings.map(({ code }) => code);
  assert.ok(codes(unknown).includes("units_unknown"));
  const counted = value(flats, stranger, { whatIf: { apartments: 2 } });
  assert.equal(counted.subject.propType, "mf2_4");
  assert.notEqual(counted.refusal?.code, "missing_facts");
  assert.ok(counted.arv ?? counted.fallback, "a value or a range");
  assert.ok(codes(counted).includes("units_unknown"));
  const onRecord = value(
    withStranger({
      class: "211",
      prop_type: "mf2_4",
      units: 2,
      lat: village(300).parcels[1].lat!,
      lon: village(300).parcels[1].lon!,
    }),
    stranger,
  );
  const width = ({ arv, fallback }: typeof unknown) =>
    arv
      ? Math.log(arv.aggressive / arv.conservative)
      : Math.log(fallback!.high / fallback!.low);
  assert.equal(counted.arv?.base, onRecord.arv?.base, "the value is the same");
  const { unitsUnknownWidening } = MODEL_CONFIG.calibration;
  assert.ok(
    Math.abs(width(counted) / width(onRecord) - unitsUnknownWidening) < 1e-3,
    "the range is wider",
  );
  const six = value(flats, stranger, { whatIf: { apartments: 6 } });
  assert.equal(six.state, "unscored");
  const recorded = value(flats, village(300).parcels[1].property_id!, {
    whatIf: { apartments: 3 },
  });
  assert.ok(!codes(recorded).includes("units_unknown"));
});
