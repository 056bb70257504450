import assert from "node:assert/strict";
import {
  applyRemoval,
  applyReport,
} from "../../../core/inventory/lifecycle/apply_report.ts";
import type { ListingReport } from "../../../core/inventory/lifecycle/report.ts";
import type {
  StoredListing,
  StoredRow,
} from "../../../core/inventory/lifecycle/stored_listing.ts";
import { readProperty } from "../../../core/inventory/reso/property_record.ts";
import fc from "../../fast_check.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse("2026-11-01T00:00:00Z");

const read = readProperty({
  ListingKey: "K",
  StandardStatus: "Active",
  ListPrice: 300_000,
  ModificationTimestamp: "2026-11-01T00:00:00Z",
  OnMarketDate: "2026-10-20",
});
assert(read.kind === "listing");
const FIRST: ListingReport = read.report;

const CONTEXT = {
  source: "test",
  licensed: true,
  snapshot: "s",
  now: START + HOUR,
  match: () => ({ pin: null, by: null, confidence: 0, reason: "" }),
};

/** What is stored after reports, in the order they came. */
function after(...reports: Partial<ListingReport>[]): StoredListing {
  let row: StoredRow | null = null;
  for (const [n, each] of reports.entries()) {
    const applied = applyReport(row, { ...FIRST, ...each }, {
      ...CONTEXT,
      now: CONTEXT.now + n * DAY,
    });
    if ("row" in applied) row = applied.row;
  }
  assert(row?.kind === "listing");
  return row;
}

Deno.test("prices and statuses keep the source's own times, and the first sight is ours", () => {
  const row = after(
    { originalPrice: 320_000, priceChangedAt: START - 2 * DAY },
    {
      changedAt: START + 3 * DAY,
      listPrice: 290_000,
      priceChangedAt: START + 2 * DAY,
    },
    { changedAt: START + 5 * DAY, listPrice: 290_000, status: "pending" },
    {
      changedAt: START + 9 * DAY,
      listPrice: 290_000,
      status: "active",
      statusChangedAt: START + 8 * DAY,
    },
  );
  assert.deepEqual(row.prices, [
    { at: Date.parse("2026-10-20"), price: 320_000 },
    { at: START - 2 * DAY, price: 300_000 },
    { at: START + 2 * DAY, price: 290_000 },
  ]);
  assert.deepEqual(row.statuses, [
    { at: START, status: "active" },
    { at: START + 5 * DAY, status: "pending" },
    { at: START + 8 * DAY, status: "active" },
  ]);
  assert.equal(row.firstSeen, START + HOUR);
});

Deno.test("a listing that was taken back comes back by a later report only, with its first sight", () => {
  const row = after({});
  const gone = applyRemoval(row, "test", "K", START + DAY)!;
  assert.deepEqual(Object.keys(gone).sort(), [
    "changedAt",
    "firstSeen",
    "key",
    "kind",
    "source",
  ]);
  assert.equal(applyRemoval(gone, "test", "K", null), null);
  assert.equal(applyRemoval(row, "test", "K", START - DAY), null);
  assert.equal(applyReport(gone, FIRST, CONTEXT).effect, "outdated");
  const back = applyReport(gone, { ...FIRST, changedAt: START + 2 * DAY }, {
    ...CONTEXT,
    now: START + 9 * DAY,
  });
  assert(back.effect === "new" && back.row.firstSeen === START + HOUR);
});

Deno.test("reports that come twice or out of order end in the state of the newest", () => {
  const reports = fc.array(
    fc.record({
      changedAt: fc.integer({ min: 0, max: 20 }).map((n) => START + n * HOUR),
      listPrice: fc.constantFrom(100_000, 200_000, 300_000),
      status: fc.constantFrom("active" as const, "pending", "closed"),
    }),
    { minLength: 1, maxLength: 12 },
  ).map((all) => {
    // A source changes nothing without a new time.
    const byTime = new Map(all.map((each) => [each.changedAt, each]));
    return all.map(({ changedAt }) => byTime.get(changedAt)!);
  });
  fc.assert(fc.property(reports, (all) => {
    const row = after(...all, ...all);
    const newest = all.toSorted((a, b) => a.changedAt - b.changedAt).at(-1)!;
    assert.deepEqual(row.report, { ...FIRST, ...newest });
    assert.equal(row.prices.at(-1)!.price, newest.listPrice);
    assert.equal(row.statuses.at(-1)!.status, newest.status);
    for (let n = 1; n < row.prices.length; n++) {
      assert(row.prices[n].at >= row.prices[n - 1].at);
      assert.notEqual(row.prices[n].price, row.prices[n - 1].price);
    }
  }));
});

Deno.test("readProperty() reads what feeds write, and says why it does not take a record", () => {
  const base = {
    ListingKey: "1",
    StandardStatus: "ActiveUnderContract",
    ListPrice: "350000.00",
    ModificationTimestamp: "2026-11-01T06:00:00-06:00",
  };
  const report = (more: Record<string, unknown>) => {
    const found = readProperty({ ...base, ...more });
    assert(found.kind === "listing", JSON.stringify(found));
    return found.report;
  };
  const plain = report({});
  assert.deepEqual(
    [plain.status, plain.listPrice, plain.changedAt],
    ["active_under_contract", 350_000, Date.parse("2026-11-01T12:00:00Z")],
  );
  const parts = report({
    StreetNumber: "12",
    StreetDirPrefix: "N",
    StreetName: "Oak",
    StreetSuffix: "St",
    UnitNumber: "3",
    Latitude: 0,
    Longitude: 0,
    DaysOnMarket: -1,
    PublicRemarks: "x",
  });
  assert.deepEqual(
    [parts.address, parts.unit, parts.lat, parts.daysOnMarket],
    ["12 N Oak St", "3", null, null],
  );
  const types: [Record<string, unknown>, string | null][] = [
    [{
      PropertyType: "Residential",
      PropertySubType: "Single Family Residence",
    }, "sfh"],
    [{ PropertySubType: "SingleFamilyResidence" }, "sfh"],
    [{ PropertyType: "ResidentialIncome", NumberOfUnitsTotal: 3 }, "mf2_4"],
    [
      { PropertyType: "Residential Income", NumberOfUnitsTotal: 6 },
      "apartment",
    ],
    [{ PropertySubType: "Multi Family" }, "apartment"],
    [{ PropertySubType: "Multi Family", NumberOfUnitsTotal: 4 }, "mf2_4"],
    [{ PropertySubType: "Triplex" }, "mf2_4"],
    [{ MRD_TYP: "Two to Four Units" }, "mf2_4"],
    [{ PropertyType: "Land" }, "other"],
    [{ PropertyType: "Residential" }, null],
  ];
  for (const [fields, type] of types) {
    assert.equal(report(fields).propType, type);
  }
  assert.equal(
    report({ UnparsedAddress: "1 \u202eOak\u0007 St #2, Chicago" }).address,
    "1 Oak St",
  );
  assert.deepEqual(
    report({
      Media: [
        { MediaURL: "https://a.example/2", Order: 2 },
        { MediaURL: "javascript:alert(1)", Order: 0 },
        { MediaURL: "https://a.example/1", Order: 1 },
        { MediaURL: "https://a.example/x.pdf", MediaCategory: "Document" },
        null,
      ],
    }).photos,
    ["https://a.example/1", "https://a.example/2"],
  );
  const refused: [Record<string, unknown>, string][] = [
    [{ ListingKey: "" }, "it has no ListingKey"],
    [{ ModificationTimestamp: "soon" }, "no ModificationTimestamp"],
    [{ StandardStatus: "Incomplete" }, "StandardStatus is incomplete"],
    [{ ListPrice: null }, "no ListPrice"],
    [{ PropertyType: "Residential Lease" }, "it is for rent, not for sale"],
  ];
  for (const [fields, reason] of refused) {
    const found = readProperty({ ...base, ...fields });
    assert(found.kind === "rejected");
    assert.equal(found.reason, reason);
  }
  for (const fields of [{ MlgCanView: false }, { StandardStatus: "Delete" }]) {
    assert.equal(readProperty({ ...base, ...fields }).kind, "gone");
  }
});
