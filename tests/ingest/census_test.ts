import assert from "node:assert/strict";
import { join } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import { layerOf } from "../../core/engine/places/layers.ts";
import { codeAt } from "../../core/engine/tables.ts";
import { downloadCensus } from "../../core/ingest/census.ts";
import { ingestDirectory } from "../../core/ingest/directory.ts";
import { openSnapshot } from "../../core/snapshot/open.ts";
import { CensusServer, type CensusTract } from "./census_server.ts";
import { inTemp } from "./files.ts";

const FULL = {
  B25064_001E: "1619",
  B25077_001E: "224800",
  B25002_001E: "2000",
  B25002_003E: "150",
  B08301_001E: "1000",
  B08301_003E: "700",
  B08301_010E: "120",
  B08301_019E: "30",
  B08303_001E: "900",
  B08303_012E: "80",
  B08303_013E: "10",
};

/** 250 tracts in Cook, so that a county takes more than a page, and one in Lake that nothing is published of. */
const TRACTS: readonly CensusTract[] = [
  ...Array.from({ length: 250 }, (_, n): CensusTract => ({
    county: "031",
    tract: `${100 + n}`.padStart(6, "0"),
    values: FULL,
  })),
  { county: "097", tract: "862000", values: {} },
];

const UNIVERSE = [
  "pin,tax_year,class,township_code,neighborhood_code,tax_code,longitude,latitude",
  "17000000000000,2025,203,70,70010,70001,-87.8995,41.5005",
].join("\n");

Deno.test("downloadCensus() and ingest: shapes and figures become tracts and boundaries", () =>
  inTemp(async (dir) => {
    await using server = new CensusServer(TRACTS, "abc123");
    const { file, tracts } = await downloadCensus({
      dir: join(dir, "census"),
      key: "abc123",
      apiUrl: server.url,
      tigerUrl: server.url,
      firstWait: 1,
    });
    assert.equal(tracts, 251);
    const county = join(dir, "county");
    await Deno.mkdir(county);
    await Deno.writeTextFile(join(county, "parcel_universe.csv"), UNIVERSE);
    const out = join(dir, "snapshot");
    const manifest = await ingestDirectory({
      from: [county],
      reference: [file],
      out,
    });
    const source = manifest.quality.sources.find(({ dataset }) =>
      dataset === "census tracts"
    );
    assert.equal(source?.vintage, "2022");
    assert.equal(source?.kept, 251);

    const snapshot = await openSnapshot(out);
    const table = snapshot.tables.tracts;
    const columns = [
      table.median_rent,
      table.median_house_value,
      table.vacancy_rate,
      table.drive_share,
      table.transit_share,
      table.walk_share,
      table.long_commute_share,
    ];
    const figures = (row: number) => columns.map((column) => column[row]);
    assert.equal(codeAt(table.geoid, 0), "17031000100");
    assert.deepEqual(figures(0), [1619, 224_800, 7.5, 70, 12, 3, 10]);
    assert.equal(codeAt(table.county, 250), "lake");
    assert.ok(figures(250).every(Number.isNaN), "codes are not figures");
    assert.equal(
      layerOf(snapshot, "tract").at(-87.8995, 41.5005),
      "17031000100",
    );
  }));

Deno.test("downloadCensus() asks for nothing about the people", () =>
  inTemp(async (dir) => {
    await using server = new CensusServer(TRACTS, "k");
    const options = { dir, apiUrl: server.url, tigerUrl: server.url };
    await downloadCensus({ ...options, key: "k", firstWait: 1 });
    for (const request of server.requests) {
      // Race, ancestry, age, schooling, poverty and income.
      assert.doesNotMatch(request, /B0[1-7]|B1[1-9]|B2[0-4]/);
    }
  }));

Deno.test("downloadCensus() tries again after a failure, names a bad key and never shows it", () =>
  inTemp(async (dir) => {
    await using server = new CensusServer(TRACTS, "good");
    const options = {
      dir,
      apiUrl: server.url,
      tigerUrl: server.url,
      firstWait: 1,
    };
    const retried: string[] = [];
    server.mishaps.push(503, 429);
    await downloadCensus({
      ...options,
      key: "good",
      onRetry: (reason) => retried.push(reason),
    });
    assert.equal(retried.length, 2);
    const faultOf = async (key: string, retries = 6) => {
      try {
        await downloadCensus({ ...options, key, retries });
      } catch (error) {
        assert.ok(error instanceof Fault);
        assert.doesNotMatch(error.message, /secret/);
        return `${error.code} ${error.field}`;
      }
    };
    assert.equal(await faultOf("secret"), "invalid_params census_key");
    assert.equal(await faultOf(""), "invalid_params census_key");
    server.mishaps.push(500, 500);
    assert.equal(await faultOf("good", 1), "upstream_unavailable undefined");
    server.mishaps.push(404);
    assert.equal(await faultOf("good"), "upstream_unavailable undefined");
  }));
