import assert from "node:assert/strict";
import process from "node:process";
import type { z } from "zod";
import { renderPulse } from "../../cli/render/pulse.ts";
import { renderRisk } from "../../cli/render/risk.ts";
import { renderSearch } from "../../cli/render/search.ts";
import { renderTract } from "../../cli/render/tract.ts";
import { renderViewport } from "../../cli/render/viewport.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { getTractReport } from "../../core/operations/place/get_tract_report.ts";
import { marketPulse } from "../../core/operations/place/market_pulse.ts";
import type { Operation } from "../../core/service/operation.ts";
import { LOCAL } from "../../core/access/principal.ts";
import { riskReport } from "../../core/operations/property/risk_report.ts";
import { searchInvestmentInventory } from "../../core/operations/inventory/search_investment_inventory.ts";
import { serve } from "../../core/service/serve.ts";
import { viewportContext } from "../../core/operations/place/viewport_context.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";

/** The texts of an operation's examples. */
async function textsOf<I extends z.ZodObject, O extends z.ZodObject>(
  operation: Operation<I, O>,
  render: (answer: z.output<O>) => string,
): Promise<string[]> {
  const context = {
    snapshot: await demoSnapshot(),
    today: dayOf(DEMO_DAY),
    principal: LOCAL,
  };
  return Promise.all(
    operation.contract.examples.map(async ({ input }) =>
      render(await serve(operation, context, input))
    ),
  );
}

Deno.test("answers about places fit the terminal and end with disclosure, date and versions", async () => {
  const before = process.env.COLUMNS;
  try {
    for (const width of [60, 80, 120]) {
      process.env.COLUMNS = `${width}`;
      const texts = [
        ...await textsOf(getTractReport, renderTract),
        ...await textsOf(marketPulse, renderPulse),
        ...await textsOf(riskReport, renderRisk),
        ...await textsOf(viewportContext, renderViewport),
        ...await textsOf(searchInvestmentInventory, renderSearch),
      ];
      assert.equal(texts.length, 10);
      for (const text of texts) {
        const lines = text.split("\n");
        for (const line of lines) {
          assert.ok(line.length <= width, `${line.length} > ${width}: ${line}`);
        }
        assert.match(text, /not\s+for\s+tenant\s+screening/);
        assert.match(text, /data to \d{4}-\d{2}-\d{2}\s+·\s+model\s/);
        assert.doesNotMatch(text, /undefined|NaN|\[object/);
      }
    }
  } finally {
    if (before === undefined) delete process.env.COLUMNS;
    else process.env.COLUMNS = before;
  }
});
