import assert from "node:assert/strict";
import { join } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { ingestDirectory } from "../../core/ingest/directory.ts";
import { MAPPED_RENT } from "../../core/ingest/mapped_kind.ts";
import { parseMapping } from "../../core/ingest/mapping.ts";
import { clearRents, importRents } from "../../core/ingest/rent_file.ts";
import { openSnapshot } from "../../core/snapshot/open.ts";
import { inTemp, writeFiles } from "./files.ts";

const UNIVERSE = [
  "pin,tax_year,class,township_code,neighborhood_code,tax_code,longitude,latitude",
  "17000000000000,2025,203,70,70010,70001,-87.69,41.81",
].join("\n");
const ADDRESSES =
  "pin,year,prop_address_full,prop_address_city_name\n17000000000000,2025,1234 S ELM ST,CHICAGO";
const HEADER = "property_id,address,lat,lon,date,rent,bedrooms,sqft,kind";
const TODAY = dayOf("2026-11-01");

/** Runs with a snapshot of one parcel and a way to import text into it. */
function withCounty(
  run: (
    dir: string,
    put: (
      text: string,
      options?: Partial<Parameters<typeof importRents>[1]>,
    ) => ReturnType<typeof importRents>,
  ) => Promise<void>,
): Promise<void> {
  return inTemp(async (temp) => {
    const from = await writeFiles(temp, "county", {
      "parcel_universe.csv": UNIVERSE,
      "parcel_addresses.csv": ADDRESSES,
    });
    const dir = join(temp, "snapshot");
    await ingestDirectory({ from: [from], out: dir });
    let files = 0;
    await run(dir, async (text, options = {}) => {
      const path = join(temp, `rents-${files++}.csv`);
      await Deno.writeTextFile(path, text);
      return importRents(dir, {
        path,
        replaces: false,
        today: TODAY,
        ...options,
      });
    });
  });
}

Deno.test("rents are imported with the place of the parcel they name, and rows that are none are counted by reason", async () => {
  await withCounty(async (dir, put) => {
    const before = await openSnapshot(dir);
    const { report, rents } = await put([
      HEADER,
      `17-00-000-000-0000,,,,2026-05-01,"$1,500",2,900,lease`,
      `,9 Oak Ave,41.9,-87.7,2026-06-01,1450,2,,asking`,
      `17000000000000,,,,2027-05-01,1500,2,900,lease`,
      `17000000000000,,,,2026-05-01,0,2,900,lease`,
      `99999999999999,,,,2026-05-01,1500,2,900,lease`,
      `,,,,2026-05-01,1500,2,900,lease`,
      `17000000000000,,,,2026-05-01,1500,2,900,sublet`,
      `17000000000000,,,,2026-05-01,1500,2,900,lease`,
    ].join("\n"));
    assert.deepEqual([report.read, report.kept, rents], [8, 2, 2]);
    assert.deepEqual(Object.values(report.rejected), [1, 1, 1, 1, 1, 1]);
    const after = await openSnapshot(dir);
    assert.notEqual(after.id, before.id);
    const { rents: table } = after.tables;
    assert.equal(table.rows, 2);
    const [row] = [0, 1].filter((row) => table.property_id.at(row) !== "");
    assert.deepEqual(
      [table.lat[row], table.lon[row], table.rent[row], table.sqft[row]],
      [41.81, -87.69, 1_500, 900],
    );
    assert.deepEqual(
      after.manifest.quality.sources.filter(({ dataset }) =>
        dataset === "rents"
      ),
      [report],
    );
  });
});

Deno.test("a second file adds to the first, the same file again adds nothing, and --replace takes its place", async () => {
  await withCounty(async (dir, put) => {
    const lease = (rent: number) =>
      `${HEADER}\n17000000000000,,,,2026-05-01,${rent},2,900,lease`;
    assert.equal((await put(lease(1_500))).rents, 1);
    assert.equal((await put(lease(1_600))).rents, 2);
    const id = (await openSnapshot(dir)).id;
    await assert.rejects(put(lease(1_600)), /the same rent twice/);
    assert.equal((await openSnapshot(dir)).id, id);
    assert.equal((await put(lease(1_700), { replaces: true })).rents, 1);
    assert.equal(await clearRents(dir), 1);
    assert.equal((await openSnapshot(dir)).tables.rents.rows, 0);
  });
});

Deno.test("the example mapping reads a rent roll by address", async () => {
  const text = await Deno.readTextFile(
    new URL("../../docs/mappings/rent-roll.json", import.meta.url),
  );
  const mapping = parseMapping(text, "rent-roll.json", MAPPED_RENT);
  await withCounty(async (dir, put) => {
    const { report } = await put(
      `Property,BD/BA,Sqft,Rent,Lease From\n"1234 S Elm St, Chicago",2/1.00,900,"1,525.00",3/1/2026\n1 Nowhere Rd,2/1.00,900,1500,3/1/2026`,
      { mapping },
    );
    assert.equal(report.kept, 1);
    assert.deepEqual(report.rejected, { "address: no parcel has it": 1 });
    const { rents } = (await openSnapshot(dir)).tables;
    assert.deepEqual([rents.rent[0], rents.bedrooms[0]], [1_525, 2]);
  });
});

Deno.test("a mapping names only fields of a rent", () => {
  assert.throws(
    () =>
      parseMapping(
        JSON.stringify({ columns: { sale_price: "Price" } }),
        "m.json",
        MAPPED_RENT,
      ),
    (error) =>
      error instanceof Fault && /no field of a rent/.test(error.message),
  );
});
