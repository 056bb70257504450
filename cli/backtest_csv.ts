import { csvCell } from "./csv_cell.ts";
import { stringify } from "csv-stringify/sync";
import type { TestSale } from "../core/engine/backtest/backtest_sale.ts";
import { isoOf } from "../core/engine/snapshot.ts";

/** The valued sales as CSV, one row a sale; empty cells where there is no value. Dollars, ISO dates. */
export function backtestCsv(sales: readonly TestSale[]): string {
  return stringify(
    sales.map((sale) => ({
      property_id: csvCell(sale.propertyId),
      sale_date: isoOf(sale.day),
      sale_price: sale.price,
      prop_type: sale.propType,
      segment: sale.segment,
      state: sale.state,
      refusal: sale.refusal,
      base: sale.value?.base,
      conservative: sale.value?.conservative,
      aggressive: sale.value?.aggressive,
      confidence: sale.confidence,
      n_comps: sale.comps,
    })),
    { header: true },
  );
}
