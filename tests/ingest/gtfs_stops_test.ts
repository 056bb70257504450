import assert from "node:assert/strict";
import { join } from "node:path";
import { codeAt } from "../../core/engine/tables.ts";
import { ingestDirectory } from "../../core/ingest/directory.ts";
import { openSnapshot } from "../../core/snapshot/open.ts";
import { inTemp } from "./files.ts";

const UNIVERSE = [
  "pin,tax_year,class,township_code,neighborhood_code,tax_code,longitude,latitude",
  "17000000000000,2025,203,70,70010,70001,-87.69,41.81",
].join("\n");

const CTA = [
  "stop_id,stop_code,stop_name,stop_desc,stop_lat,stop_lon,location_type,parent_station,wheelchair_boarding",
  '1,1,"Jackson & Austin Terminal",,41.876322,-87.774105,0,,1',
  '30001,,"Austin (O\'Hare-bound)",,41.887293,-87.774135,0,40010,0',
  '40010,,"Austin",,41.870851,-87.776812,1,,1',
].join("\n");

const METRA = [
  "stop_id,stop_name,stop_desc,stop_lat,stop_lon,zone_id,stop_url,wheelchair_boarding",
  "GENEVA,Geneva,,41.8816667,-88.31,4,,1",
  "NOWHERE,Nowhere,,,,4,,1",
].join("\n");

Deno.test("stations are read from the GTFS feeds of CTA and Metra", () =>
  inTemp(async (dir) => {
    const from = join(dir, "county");
    await Deno.mkdir(from);
    await Deno.writeTextFile(join(from, "parcel_universe.csv"), UNIVERSE);
    await Deno.writeTextFile(join(from, "cta_stops.txt"), CTA);
    await Deno.writeTextFile(join(from, "metra_stops.txt"), METRA);
    const out = join(dir, "snapshot");
    const { quality } = await ingestDirectory({ from: [from], out });
    const { stations } = (await openSnapshot(out)).tables;
    assert.deepEqual(
      Array.from({ length: stations.rows }, (_, row) => [
        stations.name.at(row),
        codeAt(stations.system, row),
        stations.lat[row],
        stations.lon[row],
      ]),
      [
        ["Austin", "cta", 41.870851, -87.776812],
        ["Geneva", "metra", 41.8816667, -88.31],
      ],
    );
    const rejected = quality.sources.map(({ file, rejected }) =>
      `${file} ${Object.values(rejected)}`
    );
    assert.deepEqual(rejected.slice(-2), [
      "cta_stops.txt 2",
      "metra_stops.txt 1",
    ]);
  }));
