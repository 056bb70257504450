import assert from "node:assert/strict";
import { LOCAL } from "../../../core/access/principal.ts";
import { dayOf, type SnapshotData } from "../../../core/engine/snapshot.ts";
import { upToDay } from "../../../core/engine/effective/up_to_day.ts";
import { getTractReport } from "../../../core/operations/place/get_tract_report.ts";
import { marketPulse } from "../../../core/operations/place/market_pulse.ts";
import { riskReport } from "../../../core/operations/property/risk_report.ts";
import { serve } from "../../../core/service/serve.ts";
import {
  type MemoryRows,
  memorySnapshot,
} from "../../../core/snapshot/memory.ts";

const DAY = "2022-06-30";
const TRACT = "17031600700";
const PIN = "17329001660000";

/** Each table with rows before and after the day, and what is the same on any day. */
function county(later: boolean): SnapshotData {
  const upTo = <T>(early: T[], late: T[]) =>
    later ? [...early, ...late] : early;
  const rows: MemoryRows = {
    parcels: [{
      property_id: PIN,
      county: "cook",
      township: "76",
      tract: TRACT,
      zip: "60608",
      tax_code: "76001",
      prop_type: "sfh",
      class: "203",
      lat: 41.838,
      lon: -87.651,
      bldg_sqft: 1_200,
      year_built: 1910,
    }],
    sales: upTo(
      [{ property_id: PIN, sale_date: "2022-03-01", sale_price: 300_000 }],
      [{
        property_id: PIN,
        sale_date: "2023-03-01",
        sale_price: 900_000,
        rejected: "deed_type",
      }],
    ),
    assessments: upTo(
      [{ property_id: PIN, tax_year: 2021, mailed: 25_000 }],
      [{ property_id: PIN, tax_year: 2023, mailed: 80_000 }],
    ),
    tax_rates: upTo(
      [{
        tax_code: "76001",
        tax_year: 2021,
        county: "cook",
        basis: "composite",
        rate: 0.07,
      }],
      [{
        tax_code: "76001",
        tax_year: 2023,
        county: "cook",
        basis: "composite",
        rate: 0.2,
      }],
    ),
    townships: [{ code: "76", name: "South Chicago", triad: "City" }],
    tracts: [{
      geoid: TRACT,
      county: "cook",
      lat: 41.838,
      lon: -87.651,
      median_rent: 1_100,
    }],
  };
  return memorySnapshot(rows);
}

const today = dayOf(DAY);

/** The answer without what names the snapshot itself. */
async function answers(snapshot: SnapshotData) {
  const context = { snapshot, today, principal: LOCAL };
  const found = [
    await serve(getTractReport, context, { geoid: TRACT }),
    await serve(marketPulse, context, {}),
    await serve(riskReport, context, { property_id: PIN, price: 320_000 }),
  ];
  return found.map((
    { model_versions: _, model_version: __, warnings, ...rest },
  ) => ({
    ...rest,
    warnings: warnings.filter(({ code }) => code !== "past_day"),
  }));
}

Deno.test("no answer for a day changes when the rows after it are deleted, whichever the table", async () => {
  const [cut, never] = [
    await answers(upToDay(county(true), today)),
    await answers(county(false)),
  ];
  assert.deepEqual(cut, never);
  assert.notDeepEqual(await answers(county(true)), never);
});

Deno.test("upToDay() leaves a snapshot without later rows as it is", () => {
  const snapshot = county(true);
  assert.equal(upToDay(snapshot, dayOf("2026-11-01")), snapshot);
  const { assessments, sales, tax_rates } = upToDay(snapshot, today).tables;
  assert.deepEqual(
    [assessments.rows, sales.rows, tax_rates.rows],
    [1, 1, 1],
  );
  assert.equal(tax_rates.tax_code.values.length, 1);
});

Deno.test("an answer for a day before the newest data says which facts have one vintage", async () => {
  const warned = async (snapshot: SnapshotData) => {
    const context = { snapshot, today, principal: LOCAL };
    const { warnings } = await serve(getTractReport, context, { geoid: TRACT });
    return warnings.filter(({ code }) => code === "past_day");
  };
  const [warning] = await warned(upToDay(county(true), today));
  assert.match(warning.message, /as of 2022-06-30.*parcels.*census figures/);
  assert.deepEqual(await warned(upToDay(county(false), today)), []);
});
