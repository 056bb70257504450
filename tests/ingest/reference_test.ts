import assert from "node:assert/strict";
import { codeAt } from "../../core/engine/tables.ts";
import { csv, ingested, PARCEL } from "./files.ts";

const square = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

const geojson = (
  features: readonly {
    readonly properties: Readonly<Record<string, unknown>>;
    readonly geometry: unknown;
  }[],
) =>
  JSON.stringify({
    type: "FeatureCollection",
    features: features.map((feature) => ({ type: "Feature", ...feature })),
  });

const FILES = { "parcel_universe.csv": csv([PARCEL]) };

Deno.test("tracts keep rents and shares, and nothing about the people who live there", () =>
  ingested({
    ...FILES,
    "census_tracts.geojson": geojson([
      {
        properties: {
          GEOID: "17097860100",
          NAME: "Census Tract 8601; Lake County; Illinois",
          median_income: 98_765,
          poverty_rate: 9.87,
          white_pct: 98.7,
          median_age: 44.4,
          bachelors_pct: 33.3,
          median_rent: 1500,
          median_house_value: -666666666,
          vacancy_rate: 5,
          public_transit_pct: 10,
          walked_pct: 2,
          drive_alone_pct: 70,
          long_commute_pct: 20,
        },
        geometry: {
          type: "Polygon",
          coordinates: [square(-88, 42, 0.1), square(-87.98, 42.02, 0.02)],
        },
      },
      {
        properties: { GEOID: "17031010100" },
        geometry: {
          type: "MultiPolygon",
          coordinates: [[square(-87.7, 42, 0.2)]],
        },
      },
      { properties: { GEOID: "17031010200" }, geometry: null },
      { properties: { GEOID: "9" }, geometry: { type: "Nonsense" } },
    ]),
  }, async ({ tables: { tracts, boundaries }, manifest, dir }) => {
    const geoids = [0, 1].map((row) => codeAt(tracts.geoid, row));
    assert.deepEqual(geoids, ["17031010100", "17097860100"]);
    assert.deepEqual([...tracts.median_rent], [NaN, 1500]);
    assert.deepEqual([...tracts.median_house_value], [NaN, NaN]);
    assert.equal(codeAt(tracts.county, 1), "lake");
    assert.ok(Math.abs(tracts.lat[0] - 42.1) < 1e-9);
    assert.deepEqual([...boundaries.ring], [
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      1,
      1,
      1,
      1,
    ]);
    const [, source] = manifest.quality.sources;
    assert.deepEqual([source.read, source.kept], [4, 2]);
    assert.deepEqual(source.rejected, { "no shape": 1, "not a feature": 1 });
    const bytes = await Deno.readFile(`${dir}/tracts.arrow`);
    for (const figure of [98_765, 9.87, 98.7, 44.4, 33.3]) {
      for (const array of [Float32Array.of(figure), Float64Array.of(figure)]) {
        assert.equal(contains(bytes, new Uint8Array(array.buffer)), false);
      }
    }
  }));

function contains(bytes: Uint8Array, part: Uint8Array): boolean {
  return bytes.some((_, i) => part.every((byte, j) => bytes[i + j] === byte));
}

Deno.test("a ZIP code in two metro areas takes the rents of the Chicago one, in any order", async () => {
  const rents = { br1: 1, br2: 1, br3: 1, br4: 1 };
  const rows = [
    { fy: 2024, zip: "60010", area: "Kenosha County, WI", br0: 900, ...rents },
    { fy: 2024, zip: "60010", area: "Chicago-Joliet", br0: 1200, ...rents },
    { fy: 2023, zip: "60010", area: "Kenosha County, WI", br0: 800, ...rents },
    { fy: 2024, zip: "x", area: "", br0: 800, ...rents },
  ];
  for (const order of [rows, rows.toReversed()]) {
    await ingested(
      { ...FILES, "hud_safmr.csv": csv(order) },
      ({ tables: { safmr } }) => {
        assert.deepEqual([...safmr.fiscal_year], [2023, 2024]);
        assert.deepEqual([...safmr.br0], [800, 1200]);
      },
    );
  }
});

Deno.test("tax rates become fractions with year, county and basis", () =>
  ingested({
    ...FILES,
    "tax_code_effective_rates_2018.csv":
      "tax_code,eff_rate_res,eff_rate_ci\n10001,0.02,0.05\n",
    "tax_code_rates_north_2023_2025.csv":
      "tax_code,tax_code_rate_2023,estimated_tax_code_rate_2025\n10001,0.0747,0.0644\n10002,0.08,\n,,\n",
    "lake_county_tax_rates_2018.csv":
      'TCA, EAV , Rate ,COL,\n1001,"116,520,129",12.5,532,\n1002,-,-,532,\n',
  }, ({ tables: { tax_rates }, manifest }) => {
    const rows = Array.from({ length: tax_rates.rows }, (_, row) =>
      [
        codeAt(tax_rates.county, row),
        codeAt(tax_rates.basis, row),
        tax_rates.tax_year[row],
        codeAt(tax_rates.tax_code, row),
        tax_rates.rate[row],
      ].join(" "));
    assert.deepEqual(rows, [
      "cook composite 2023 10001 0.0747",
      "cook composite 2023 10002 0.08",
      "cook composite 2025 10001 0.0644",
      "cook effective 2018 10001 0.02",
      "lake composite 2018 1001 0.125",
    ]);
    const rejected = manifest.quality.sources.map((source) => source.rejected);
    assert.deepEqual(rejected, [{}, {}, { "no rate": 1 }, {
      "no tax code": 1,
    }]);
  }));

Deno.test("townships come from their file, else from the universe", async () => {
  await ingested(FILES, ({ tables: { townships } }) => {
    assert.equal(codeAt(townships.triad, 0), "North");
  });
  await ingested({
    ...FILES,
    "townships.csv": csv([
      {
        township_code: "10",
        township_name: "Barrington Hills",
        triad_name: "North",
      },
      { township_code: "70.0", township_name: "Hyde Park", triad_name: "City" },
    ]),
    "townships.geojson": geojson([{
      properties: { township_code: 10.0, township_name: "Barrington" },
      geometry: { type: "Polygon", coordinates: [square(-88, 42, 0.1)] },
    }]),
  }, ({ tables: { townships, boundaries } }) => {
    assert.equal(codeAt(townships.name, 0), "Barrington Hills");
    assert.equal(codeAt(townships.code, 1), "70");
    assert.equal(codeAt(boundaries.id, 0), "10");
  });
});

Deno.test("stations and community areas are read from points and shapes", () =>
  ingested({
    ...FILES,
    "cta_rail_stations.geojson": geojson([{
      properties: { LONGNAME: "Clark/Lake" },
      geometry: { type: "Point", coordinates: [-87.63, 41.88] },
    }]),
    "metra_rail_stations.geojson": geojson([{
      properties: { LONGNAME: "Berwyn" },
      geometry: { type: "MultiPoint", coordinates: [[-87.79, 41.83]] },
    }]),
    "chicago_community_areas.geojson": geojson([{
      properties: { community: "Hyde  Park" },
      geometry: { type: "Polygon", coordinates: [square(-87.6, 41.8, 0.1)] },
    }]),
  }, ({ tables: { stations, boundaries } }) => {
    const systems = [0, 1].map((row) => codeAt(stations.system, row));
    assert.deepEqual(systems, ["cta", "metra"]);
    assert.deepEqual([...stations.lon], [-87.63, -87.79]);
    assert.equal(codeAt(boundaries.id, 0), "HYDE PARK");
  }));
