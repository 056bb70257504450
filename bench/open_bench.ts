/**
 * How long a snapshot of 50,000 sales takes to open and to verify; with `--full` one of 500,000
 * (goal: opens in under 1 s).
 *
 * Usage: `deno bench -P=bench bench/open_bench.ts -- --full`
 */
import { join } from "node:path";
import { FACTS, TABLES, type TableSpec } from "../core/engine/tables.ts";
import { type ColumnBuilder, TableBuilder } from "../core/snapshot/builder.ts";
import { openSnapshot } from "../core/snapshot/open.ts";
import { verifySnapshot } from "../core/snapshot/verify.ts";
import { writeSnapshot } from "../core/snapshot/write.ts";

const SALES = Deno.args.includes("--full") ? 500_000 : 50_000;
const size = `${SALES.toLocaleString("en")} sales and parcels`;

const temp = await Deno.makeTempDir();
const dir = join(temp, "snapshot");
addEventListener("unload", () => Deno.removeSync(temp, { recursive: true }));

await writeSnapshot(dir, {
  synthetic: true,
  created: "2026-01-01T00:00:00Z",
  quality: {
    sources: [],
    sales: { total: SALES, validated: SALES, rejected: {} },
    remarks: {},
    ignored: [],
  },
  tables: {
    parcels: filled(TABLES.parcels, (row) => ({
      property_id: `${10_000_000_000_000 + row}`,
      address: `${row} N SAMPLE ST`,
    })),
    sales: filled(TABLES.sales, (row) => ({
      parcel: row,
      sale_date: 18_000 + Math.floor(row / 300),
      document: `${2_000_000_000 + row}`,
    })),
  },
});

Deno.bench(
  `openSnapshot(), ${size}`,
  { n: 10, warmup: 2 },
  async () => {
    await openSnapshot(dir);
  },
);

Deno.bench(
  `verifySnapshot(), ${size}`,
  { n: 2, warmup: 0 },
  async () => {
    const { ok } = await verifySnapshot(dir);
    if (!ok) throw new Error("the snapshot is damaged");
  },
);

/** A table of `SALES` rows: every fact known, code columns with 40 values. */
function filled<S extends TableSpec>(
  spec: S,
  keys: (row: number) => Readonly<Record<string, string | number>>,
) {
  const builder = new TableBuilder<S>(spec);
  const facts = Object.entries(FACTS).map(([name, { type }]) => ({
    column: builder.columns[name] as ColumnBuilder,
    isCode: type === "code",
  }));
  for (let row = 0; row < SALES; row++) {
    builder.append();
    for (const { column, isCode } of facts) {
      column.set(row, (isCode ? `value ${row % 40}` : row % 4000) as never);
    }
    for (const [name, value] of Object.entries(keys(row))) {
      (builder.columns[name] as ColumnBuilder).set(row, value as never);
    }
  }
  return builder.take();
}
