import assert from "node:assert/strict";
import { join } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import { dayOf, isoOf } from "../../core/engine/snapshot.ts";
import { codeAt } from "../../core/engine/tables.ts";
import { downloadCity } from "../../core/ingest/city_portal.ts";
import { ingestDirectory } from "../../core/ingest/directory.ts";
import { LOCAL } from "../../core/access/principal.ts";
import { riskReport } from "../../core/operations/property/risk_report.ts";
import { serve } from "../../core/service/serve.ts";
import { openSnapshot } from "../../core/snapshot/open.ts";
import { SodaServer } from "../../fixtures/soda/server.ts";
import { inTemp } from "./files.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const VACANT = "Vacant/Abandoned Building Complaint";

const DATASETS = {
  "ydr8-5enu": [
    "id,permit_,permit_type,issue_date,contact_1_name,latitude,longitude",
    "1,100,PERMIT - WRECKING/DEMOLITION,2026-05-01T00:00:00.000,A,41.8100,-87.6900",
    "2,101,PERMIT - RENOVATION/ALTERATION,2026-05-02T00:00:00.000,B,41.8101,-87.6900",
    "3,102,PERMIT - WRECKING/DEMOLITION,2019-05-01T00:00:00.000,C,41.8100,-87.6900",
    "4,103,PERMIT - WRECKING/DEMOLITION,2026-05-01T00:00:00.000,D,,",
  ],
  "v6vf-nfxy": [
    "sr_number,sr_type,created_date,status,duplicate,latitude,longitude",
    `SR1,${VACANT},2026-06-01T08:00:00.000,Open,false,41.8102,-87.6901`,
    `SR2,${VACANT},2026-06-02T08:00:00.000,Open,true,41.8102,-87.6901`,
    `SR3,${VACANT},2026-06-03T08:00:00.000,Open,false,41.8103,-87.6902`,
    `SR4,${VACANT},2026-06-03T08:00:00.000,Open,false,41.8300,-87.6902`,
    "SR5,Pothole in Street Complaint,2026-06-01T08:00:00.000,Open,false,41.8102,-87.6901",
  ],
  "22u3-xenr": [
    "id,violation_date,violation_status,inspector_id,latitude,longitude",
    "1,2026-03-01T00:00:00.000,OPEN,BL1,41.8101,-87.6901",
    "2,2026-03-01T00:00:00.000,OPEN,BL1,41.8101,-87.6901",
    "3,2026-03-01T00:00:00.000,COMPLIED,BL1,41.8101,-87.6901",
  ],
};

const portal = () =>
  SodaServer.start({
    datasets: Object.fromEntries(
      Object.entries(DATASETS).map(([id, lines]) => [id, lines.join("\n")]),
    ),
  });

const UNIVERSE = [
  "pin,tax_year,class,township_code,neighborhood_code,tax_code,longitude,latitude",
  "17000000000000,2025,203,70,70010,70001,-87.69,41.81",
].join("\n");

const AREAS = JSON.stringify({
  type: "FeatureCollection",
  features: [{
    type: "Feature",
    properties: { community: "HYDE PARK" },
    geometry: {
      type: "Polygon",
      coordinates: [[
        [-87.7, 41.8],
        [-87.6, 41.8],
        [-87.6, 41.9],
        [-87.7, 41.9],
        [-87.7, 41.8],
      ]],
    },
  }],
});

Deno.test("downloadCity() and ingest: the city's records become a table, and a risk report counts what is near", () =>
  inTemp(async (dir) => {
    await using server = await portal();
    const download = join(dir, "chicago");
    const options = {
      dir: download,
      baseUrl: server.url,
      now: NOW,
      pageRows: 2,
      firstWait: 1,
    };
    const reports = await downloadCity(options);
    assert.deepEqual(
      reports.map(({ name, rows }) => [name, rows]),
      [["chicago_permits", 2], ["chicago_311", 4], ["chicago_violations", 3]],
    );
    const text = await Deno.readTextFile(join(download, "chicago_permits.csv"));
    assert.doesNotMatch(text, /contact/, "names are never asked for");

    const county = join(dir, "county");
    await Deno.mkdir(county);
    await Deno.writeTextFile(join(county, "parcel_universe.csv"), UNIVERSE);
    await Deno.writeTextFile(join(county, "community_areas.geojson"), AREAS);
    const out = join(dir, "snapshot");
    const manifest = await ingestDirectory({
      from: [county],
      reference: [download],
      out,
      now: NOW,
    });
    const vintages = manifest.quality.sources.map(({ dataset, vintage }) => [
      dataset,
      vintage,
    ]);
    assert.deepEqual(vintages.slice(-3), [
      ["Chicago permits", "2026-05-01 to 2026-05-02"],
      ["Chicago 311 requests", "2026-06-01 to 2026-06-03"],
      ["Chicago building violations", "2026-03-01"],
    ]);
    const snapshot = await openSnapshot(out);
    const { city_records } = snapshot.tables;
    const kinds = Array.from(
      { length: city_records.rows },
      (_, row) =>
        `${codeAt(city_records.kind, row)} ${isoOf(city_records.date[row])}`,
    );
    assert.deepEqual(kinds, [
      "permit 2026-05-01",
      "permit 2026-05-02",
      "request_311 2026-06-01",
      "request_311 2026-06-03",
      "request_311 2026-06-03",
      "violation 2026-03-01",
      "violation 2026-03-01",
    ]);

    const { flags } = await serve(
      riskReport,
      { snapshot, today: dayOf("2026-11-20"), principal: LOCAL },
      { property_id: "17000000000000" },
    );
    const distress = flags.find(({ code }) => code === "distress_proximity")!;
    assert.deepEqual([distress.status, distress.severity], [
      "flagged",
      "medium",
    ]);
    assert.deepEqual(distress.figures, {
      vacant_building_requests: 2,
      demolition_permits: 1,
      other_permits: 1,
      open_violations: 1,
      radius_m: 250,
      from: "2024-06-02",
      to: "2026-06-03",
    });

    const again = await downloadCity(options);
    assert.deepEqual(again.map(({ fetched }) => fetched), [0, 0, 0]);
  }));

Deno.test("downloadCity() tries again after a failure, and says when the portal stays down", () =>
  inTemp(async (dir) => {
    await using server = await portal();
    const options = { dir, baseUrl: server.url, now: NOW, firstWait: 1 };
    server.mishap([{ status: 503 }, { status: 429, retryAfter: "0" }]);
    const retried: string[] = [];
    await downloadCity({
      ...options,
      onRetry: (reason) => retried.push(reason),
    });
    assert.equal(retried.length, 2);
    server.mishap([{ status: 500 }, { status: 500 }]);
    await assert.rejects(
      downloadCity({ ...options, retries: 1 }),
      (error) =>
        error instanceof Fault && error.code === "upstream_unavailable",
    );
  }));
