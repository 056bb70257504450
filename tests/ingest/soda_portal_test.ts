import assert from "node:assert/strict";
import { join } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import { ingestDirectory } from "../../core/ingest/directory.ts";
import {
  downloadPortal,
  type PortalOptions,
} from "../../core/ingest/soda_portal.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { writeDemoCounty } from "../../fixtures/demo/county.ts";
import { SodaServer } from "../../fixtures/soda/server.ts";
import { inTemp } from "./files.ts";

const TODAY = "2026-11-20";
const now = new Date(`${TODAY}T12:00:00Z`);
const IDS = {
  parcel_sales: "wvhk-k5uv",
  characteristics: "x54s-btds",
  parcel_universe: "nj4t-kc8j",
  assessed_values: "uzyt-m557",
  addresses: "3723-97qp",
} as const;
const FILES = Object.keys(IDS) as (keyof typeof IDS)[];

/** A small synthetic county, its portal, and an empty directory to download to. */
function withPortal(
  use: (
    portal: SodaServer,
    options: PortalOptions,
    county: string,
  ) => Promise<void>,
): Promise<void> {
  return inTemp(async (dir) => {
    const county = join(dir, "county");
    await writeDemoCounty({ dir: county, sales: 1200, today: dayOf(TODAY) });
    const csv = await Promise.all(
      FILES.map(async (
        name,
      ) => [IDS[name], await Deno.readTextFile(join(county, `${name}.csv`))]),
    );
    await using portal = await SodaServer.start({
      datasets: Object.fromEntries(csv),
    });
    const options = {
      dir: join(dir, "download"),
      baseUrl: portal.url,
      pageRows: 400,
      firstWait: 1,
    };
    await use(portal, options, county);
  });
}

/** The lines of a downloaded file in one order. */
async function sortedLines(dir: string, name: string): Promise<string[]> {
  return (await Deno.readTextFile(join(dir, `${name}.csv`))).trimEnd().split(
    "\n",
  ).sort();
}

/** What each page of a dataset was asked to start after. */
const pageStarts = ({ requests }: SodaServer, id: string) =>
  requests.filter(({ dataset, query }) =>
    dataset === id && query.$order === ":id"
  )
    .map(({ query }) => /:id > '([^']+)'/.exec(query.$where)?.[1] ?? "");

Deno.test("downloadPortal() brings what ingests to the very snapshot of the county's own files", () =>
  withPortal(async (portal, options, county) => {
    const progress: string[] = [];
    const reports = await downloadPortal({
      ...options,
      progress: (done, total, what) =>
        progress.push(`${what} ${done}/${total}`),
    });
    assert.deepEqual(reports.map(({ name, kind }) => `${name} ${kind}`), [
      "parcel_universe full",
      "parcel_sales full",
      "characteristics full",
      "assessed_values full",
      "addresses full",
    ]);
    for (const { name, rows, fetched } of reports) {
      assert.equal(rows, fetched);
      assert.equal(
        rows,
        portal.dataset(IDS[name as keyof typeof IDS]).size,
        name,
      );
      assert(progress.includes(`${name} ${rows}/${rows}`), name);
    }
    for (
      const { query } of portal.requests.filter(({ query }) =>
        "$limit" in query && query.$limit !== "1"
      )
    ) {
      assert.equal(query.$order, ":id");
      assert.equal(query.$limit, "400");
    }
    const [downloaded, direct] = await Promise.all(
      [options.dir, county].map((from, i) =>
        ingestDirectory({
          from: [from],
          reference: [join(county, "reference")],
          out: `${county}-snapshot-${i}`,
          now,
        })
      ),
    );
    assert(
      downloaded.quality.sources.find(({ dataset }) =>
        dataset === "parcel sales"
      )!.kept > 1000,
    );
    // The portal has no listings.
    const { listings: _, ...tables } = direct.tables;
    for (const [name, { sha256 }] of Object.entries(tables)) {
      assert.equal(
        downloaded.tables[name as keyof typeof tables].sha256,
        sha256,
        name,
      );
    }
  }));

Deno.test("downloadPortal() goes on after a cut without asking for finished pages again", () =>
  withPortal(async (portal, options, county) => {
    // The header, the newest year, the newest change, the count and two pages arrive.
    portal.mishap([{ cutAfter: 100 }], 6);
    await assert.rejects(
      downloadPortal({ ...options, retries: 0 }),
      (error) =>
        error instanceof Fault && error.code === "upstream_unavailable",
    );
    const before = pageStarts(portal, IDS.parcel_universe);
    const finished = before.length - 1;
    assert(finished >= 1);
    const [universe] = await downloadPortal(options);
    assert.equal(universe.kind, "resumed");
    assert.equal(universe.rows - universe.fetched, 400 * finished);
    const after = pageStarts(portal, IDS.parcel_universe).slice(before.length);
    assert.equal(after[0], before.at(-1));
    assert.equal(
      new Set([...before, ...after]).size,
      before.length + after.length - 1,
    );
    const lines = await sortedLines(options.dir, "parcel_universe");
    const pins = lines.map((line) => line.split(",")[1]);
    assert.equal(
      new Set(pins).size,
      (await sortedLines(county, "parcel_universe")).length,
    );
  }));

Deno.test("downloadPortal() fetches only what changed since the last time", () =>
  withPortal(async (portal, options) => {
    await downloadPortal(options);
    const sales = portal.dataset(IDS.parcel_sales);
    let changed = 0;
    sales.update("2026-11-19T06:00:00.000Z", (row) => {
      if (changed >= 3) return false;
      row.sale_price = 1_234_567 + changed++;
      return true;
    });
    sales.insert("2026-11-19T06:00:00.000Z", {
      sale_document_num: "2699900001",
      sale_price: 100_001,
    });
    const start = portal.requests.length;
    const reports = await downloadPortal(options);
    assert.deepEqual(reports.map(({ fetched, kind }) => `${kind} ${fetched}`), [
      "update 0",
      "update 4",
      "update 0",
      "update 0",
      "update 0",
    ]);
    const asked = portal.requests.slice(start).map(({ query }) =>
      query.$where ?? ""
    );
    assert(
      asked.some((where) =>
        where.includes(":updated_at > '2026-11-01T06:00:00.000Z'")
      ),
    );

    const updated = await sortedLines(options.dir, "parcel_sales");
    assert.equal(updated.filter((line) => line.includes("123456")).length, 3);
    const fresh = { ...options, dir: `${options.dir}-fresh` };
    await downloadPortal(fresh);
    assert.deepEqual(updated, await sortedLines(fresh.dir, "parcel_sales"));
    const written = () =>
      Deno.statSync(join(options.dir, "parcel_sales.csv")).mtime;
    const before = written();
    const [, sameSales] = await downloadPortal(options);
    assert.deepEqual(sameSales, {
      name: "parcel_sales",
      kind: "update",
      fetched: 0,
      rows: sales.size,
    });
    assert.deepEqual(written(), before);
  }));

Deno.test("downloadPortal() starts over when rows were deleted or the query is another one", () =>
  withPortal(async (portal, options) => {
    await downloadPortal(options);
    portal.dataset(IDS.parcel_sales).remove(5);
    const [, sales] = await downloadPortal(options);
    assert.deepEqual([sales.kind, sales.rows], [
      "full",
      portal.dataset(IDS.parcel_sales).size,
    ]);
    const [, expensive] = await downloadPortal({
      ...options,
      where: "sale_price >= 500000",
    });
    assert.equal(expensive.kind, "full");
    assert(
      expensive.rows > 50 && expensive.rows < sales.rows / 2,
      `${expensive.rows} of ${sales.rows}`,
    );
  }));

Deno.test("downloadPortal() starts over when rows are deleted while they come, and gives up when it goes on", () =>
  withPortal(async (portal, options) => {
    const sales = portal.dataset(IDS.parcel_sales);
    let deletions = 1;
    const deleting: PortalOptions = {
      ...options,
      progress: (_done, _total, what) => {
        if (what === "parcel_sales" && deletions-- > 0) sales.remove(1);
      },
    };
    const [, once] = await downloadPortal(deleting);
    assert.deepEqual([once.kind, once.rows], ["full", sales.size]);

    const kept = await sortedLines(options.dir, "parcel_sales");
    deletions = Infinity;
    sales.remove(1);
    await assert.rejects(
      downloadPortal(deleting),
      /parcel_sales \(wvhk-k5uv\) keeps changing on the portal while it is downloaded/,
    );
    assert.deepEqual(await sortedLines(options.dir, "parcel_sales"), kept);
    const [universe, again] = await downloadPortal(options);
    assert.deepEqual([universe.kind, again.kind], ["update", "full"]);
    assert.equal(again.rows, sales.size);
  }));

Deno.test("downloadPortal() takes a renamed column by its other spelling, and names one it does not know", () =>
  withPortal(async (portal, options) => {
    const characteristics = portal.dataset(IDS.characteristics);
    characteristics.rename("building_sqft", "char_bldg_sf");
    await downloadPortal(options);
    const before = await sortedLines(options.dir, "characteristics");
    assert(before.some((line) => line.includes("char_bldg_sf")));
    characteristics.rename("char_bldg_sf", "sqft");
    await assert.rejects(downloadPortal(options), (error) => {
      assert(error instanceof Fault);
      assert.equal(error.code, "invalid_params");
      assert.equal(error.field, "bldg_sqft");
      assert.match(
        error.message,
        /dataset x54s-btds of http.*, read as characteristics, has no column for bldg_sqft \(accepted: char_bldg_sf, .*building_sqft/,
      );
      return true;
    });
    assert.deepEqual(await sortedLines(options.dir, "characteristics"), before);
  }));

Deno.test("downloadPortal() limits every dataset to the townships asked for", () =>
  withPortal(async (portal, options) => {
    const [universe, sales, , , addresses] = await downloadPortal({
      ...options,
      townships: ["71", "24"],
    });
    const pins = new Set(
      (await sortedLines(options.dir, "parcel_universe")).map((line) =>
        line.split(",")[1]
      ),
    );
    assert(
      universe.rows > 100 &&
        universe.rows < portal.dataset(IDS.parcel_universe).size / 2,
    );
    assert(sales.rows > 50 && sales.rows < 500, `${sales.rows}`);
    const found = (await sortedLines(options.dir, "addresses")).filter((line) =>
      pins.has(line.split(",")[1])
    );
    assert.equal(found.length, pins.size);
    assert(addresses.rows < portal.dataset(IDS.addresses).size);
    for (const townships of [["7"], ["abc"], ["70' or '1'='1"]]) {
      await assert.rejects(
        downloadPortal({ ...options, townships }),
        (error) => error instanceof Fault && error.field === "townships",
      );
    }
    await assert.rejects(
      downloadPortal({ ...options, townships: ["99"] }),
      /there are no parcels in 99/,
    );
  }));

Deno.test("downloadPortal() never asks for the names of people", () =>
  inTemp(async (dir) => {
    const county = join(dir, "county");
    await writeDemoCounty({ dir: county, sales: 300, today: dayOf(TODAY) });
    const datasets: Record<string, string> = {};
    for (const name of FILES) {
      const [header, ...rows] =
        (await Deno.readTextFile(join(county, `${name}.csv`))).trimEnd().split(
          "\n",
        );
      datasets[IDS[name]] = [
        `${header},mail_address_name,sale_buyer_name`,
        ...rows.map((row) => `${row},A PERSON,B PERSON`),
        "",
      ].join("\n");
    }
    await using portal = await SodaServer.start({ datasets });
    const download = join(dir, "download");
    await downloadPortal({ dir: download, baseUrl: portal.url });
    for (const name of FILES) {
      assert.doesNotMatch(
        await Deno.readTextFile(join(download, `${name}.csv`)),
        /PERSON/,
      );
    }
  }));
