import type { SnapshotData } from "../../core/engine/snapshot.ts";
import {
  type Backtest,
  backtest,
  type BacktestOptions,
} from "../../core/modeling/backtest.ts";
import { writeSnapshot } from "../../core/snapshot/write.ts";
import {
  build,
  type CountyRows,
  LAST_DAY,
  village,
} from "../engine/valuation/county.ts";

/** A village with sales enough for trees, and for a year of learning before the test. */
export const VILLAGE: CountyRows = village(800, 3);

/** First day that the tests' backtests ask about. */
export const FROM = LAST_DAY - 75;

/** A snapshot in memory as a job takes it: without workers nothing is read from its directory. */
export function inMemory(rows: CountyRows): SnapshotData & { dir: string } {
  return { ...build(rows), dir: "" };
}

/** Writes rows as a snapshot on disk. */
export async function writeVillage(
  dir: string,
  rows: CountyRows,
): Promise<void> {
  await writeSnapshot(dir, {
    tables: build(rows).tables,
    synthetic: true,
    quality: {
      sources: [],
      sales: { total: 0, validated: 0, rejected: {} },
      remarks: {},
      ignored: [],
    },
    created: "2026-11-01T00:00:00Z",
  });
}

/** Backtests rows with a few trees, in this thread. */
export function backtestOf(
  rows: CountyRows,
  options: Partial<BacktestOptions> = {},
): Promise<Backtest> {
  return backtest(inMemory(rows), {
    from: FROM,
    workers: 0,
    trees: 4,
    ...options,
  });
}

/** What was said of each sale, by document: everything but the place of its row. */
export function saidOf({ sales }: Backtest, rows: CountyRows, until: number) {
  const { tables } = build(rows);
  return sales.filter(({ day }) => day <= until).map(({ sale, ...said }) => ({
    document: tables.sales.document.at(sale),
    ...said,
  }));
}
