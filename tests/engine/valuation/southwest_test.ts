import assert from "node:assert/strict";
import { join } from "node:path";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { parcelSubject } from "../../../core/engine/subject/resolve.ts";
import { trainingSales } from "../../../core/engine/valuation/training/sales.ts";
import { valueSubject } from "../../../core/engine/valuation/value.ts";
import { median } from "../../../core/engine/statistics/quantile.ts";
import { ingestDirectory } from "../../../core/ingest/directory.ts";
import { openSnapshot } from "../../../core/snapshot/open.ts";

const DATA = join(
  import.meta.dirname!,
  "../../../../shared/data/cook_southwest",
);

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

Deno.test("valueSubject() comes near real sales it has not seen", async () => {
  if (!await exists(DATA)) {
    console.log(`skipped: there is no ${DATA}`);
    return;
  }
  const dir = await Deno.makeTempDir();
  try {
    const out = join(dir, "snapshot");
    await ingestDirectory({ from: [DATA], out });
    const snapshot = await openSnapshot(out);
    const { day, row, parcel } = trainingSales(snapshot);
    const errors: number[] = [];
    let covered = 0;
    let refused = 0;
    for (let i = 0; i < row.length; i++) {
      // Every fourth sale of April to June 2022; a month's sales know what was known when it began.
      if (
        i % 4 !== 0 || day[i] < dayOf("2022-04-01") ||
        day[i] >= dayOf("2022-07-01")
      ) continue;
      const month = new Date(day[i] * 86_400_000).toISOString().slice(0, 7);
      const { arv, refusal, fallback } = valueSubject(
        snapshot,
        parcelSubject(snapshot, parcel[i], "property_id", null),
        { today: day[i], before: dayOf(`${month}-01`), asSold: row[i] },
      );
      if (!arv) {
        assert.ok(refusal && fallback, "a refusal leaves a range");
        refused++;
        continue;
      }
      const price = snapshot.tables.sales.sale_price[row[i]];
      errors.push(Math.abs(arv.base / price - 1));
      if (arv.conservative <= price && price <= arv.aggressive) covered++;
    }
    assert.ok(errors.length > 100);
    assert.ok(refused / errors.length < 0.05, `${refused} refused`);
    const within20 = errors.filter((error) => error <= 0.2).length /
      errors.length;
    assert.ok(median(errors) < 0.11, `median error ${median(errors)}`);
    assert.ok(within20 > 0.72, `${within20} within 20%`);
    const coverage = covered / errors.length;
    assert.ok(coverage > 0.7 && coverage < 0.9, `interval covers ${coverage}`);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
