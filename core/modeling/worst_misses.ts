import { type Miss, worstSales } from "../engine/backtest/misses.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import type { Backtest } from "./backtest.ts";
import { explain, type WalkForwardOptions } from "./walk_forward.ts";

/**
 * The sales a backtest missed by most, each valued once more to explain it.
 *
 * @param options those of the backtest
 * @param count how many at most
 * @returns worst first
 */
export async function worstMisses(
  snapshot: SnapshotData & { readonly dir: string },
  { sales, periods }: Backtest,
  options: WalkForwardOptions,
  count = 20,
): Promise<Miss[]> {
  const worst = worstSales(sales, count);
  const tasks = periods.map((period) => ({
    period,
    sales: worst
      .filter(({ day }) => period.start <= day && day < period.end)
      .sort((a, b) => a.sale - b.sale),
  })).filter((task) => task.sales.length > 0);
  const explained = new Map(
    (await explain(snapshot, tasks, options)).map((miss) => [
      miss.sale.sale,
      miss,
    ]),
  );
  return worst.map(({ sale }) => explained.get(sale)!);
}
