/**
 * Completions over 1,900,000 synthetic addresses, as many as Cook County has parcels (goal: p99 under
 * 10 ms): what people type, letter by letter.
 *
 * Usage: `deno run --quiet -P=bench bench/suggest.ts [ADDRESSES]`
 */
import { completions } from "../core/engine/subject/suggest.ts";
import { addressIndex } from "../core/engine/subject/address_index.ts";
import type { SnapshotData } from "../core/engine/snapshot.ts";
import { TABLES } from "../core/engine/tables.ts";
import { TableBuilder } from "../core/snapshot/builder.ts";
import { memorySnapshot } from "../core/snapshot/memory.ts";
import { Random } from "../fixtures/demo/random.ts";
import { demoSnapshot } from "../harness/demo.ts";

const count = Number(Deno.args[0] ?? 1_900_000);
const ASKED = 20_000;

const random = new Random(9);
const snapshot = countyOf(await streetNames());
let start = performance.now();
const { streets } = addressIndex(snapshot);
completions(snapshot, "Chi", 8);
console.log(
  `${count} addresses on ${streets.length} streets, indexed in ${
    ((performance.now() - start) / 1_000).toFixed(1)
  } s`,
);

const { address, property_id } = snapshot.tables.parcels;
const typed = Array.from({ length: ASKED }, () => {
  const row = random.integer(0, count - 1);
  const whole = random.chance(0.15) ? property_id.at(row) : address.at(row);
  const text = random.chance(0.3) ? whole.replace(/^\d+ /, "") : whole;
  return text.slice(0, random.integer(2, text.length));
});
for (const text of typed.slice(0, 2_000)) completions(snapshot, text, 8);
const times = typed.map((text) => {
  start = performance.now();
  completions(snapshot, text, 8);
  return { text, ms: performance.now() - start };
}).sort((a, b) => a.ms - b.ms);
const at = (share: number) => times[Math.floor((ASKED - 1) * share)];
console.log(
  `${ASKED} texts: p50 ${at(0.5).ms.toFixed(3)} ms, p99 ${
    at(0.99).ms.toFixed(2)
  } ms, longest ${at(1).ms.toFixed(1)} ms (${JSON.stringify(at(1).text)})`,
);

/** Street lines of the demo county without their numbers, and as many made from them as a county has. */
async function streetNames(): Promise<string[]> {
  const { parcels } = (await demoSnapshot()).tables;
  const known = new Set<string>();
  for (let row = 0; row < parcels.rows; row++) {
    known.add(parcels.address.at(row).replace(/^\S+ /, ""));
  }
  const names = [...known].filter((name) => name !== "");
  const types = ["ST", "AVE", "PL", "CT", "DR", "LN", "RD", "BLVD"];
  const stems = ["OAK", "ELM", "LAKE", "PARK", "HILL", "WOOD", "RIVER", "GLEN"];
  const ends = [
    "VIEW",
    "FIELD",
    "DALE",
    "RIDGE",
    "CREST",
    "SIDE",
    "WAY",
    "TON",
  ];
  for (const before of ["N", "S", "E", "W"]) {
    for (const stem of stems) {
      for (const end of ends) {
        for (const type of types) names.push(`${before} ${stem}${end} ${type}`);
      }
    }
    for (let n = 1; n <= 250; n++) names.push(`${before} ${ordinal(n)} ST`);
  }
  return names;
}

function ordinal(n: number): string {
  const last = n % 100 > 10 && n % 100 < 14 ? 0 : n % 10;
  return `${n}${["TH", "ST", "ND", "RD"][last] ?? "TH"}`;
}

function countyOf(names: readonly string[]): SnapshotData {
  const builder = new TableBuilder(TABLES.parcels);
  for (let row = 0; row < count; row++) {
    const name = names[row % names.length];
    const number = 1 + 2 * Math.floor(row / names.length) + row % 2;
    builder.push({
      property_id: String(10_000_000_000_000 + row * 13),
      address: `${number} ${name}`,
      city: "CHICAGO",
      zip: String(60_601 + row % 60),
      prop_type: "sfh",
      lat: 41.6 + (row % 1_000) / 2_000,
      lon: -87.9 + (row % 777) / 1_500,
    });
  }
  const empty = memorySnapshot({});
  return { ...empty, tables: { ...empty.tables, parcels: builder.take() } };
}
