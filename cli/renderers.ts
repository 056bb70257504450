import type { z } from "zod";
import { compareDeals } from "../contracts/operations/compare_deals.ts";
import { coverage } from "../contracts/operations/coverage.ts";
import { deepUnderwriteAsset } from "../contracts/operations/deep_underwrite_asset.ts";
import { getComps } from "../contracts/operations/get_comps.ts";
import { getProperty } from "../contracts/operations/get_property.ts";
import { getTractReport } from "../contracts/operations/get_tract_report.ts";
import { marketPulse } from "../contracts/operations/market_pulse.ts";
import { propertyHistory } from "../contracts/operations/property_history.ts";
import { riskReport } from "../contracts/operations/risk_report.ts";
import { searchInvestmentInventory } from "../contracts/operations/search_investment_inventory.ts";
import { viewportContext } from "../contracts/operations/viewport_context.ts";
import { rankKey } from "../core/answers/deal_rank.ts";
import { writeMemo } from "./memo.ts";
import type { Ask } from "./operation_command.ts";
import type { RawInput } from "./remote.ts";
import { renderCompare } from "./render/compare.ts";
import { renderComps } from "./render/comps.ts";
import { renderCoverage } from "./render/coverage.ts";
import { renderHistory } from "./render/history.ts";
import { renderProperty } from "./render/property.ts";
import { renderPulse } from "./render/pulse.ts";
import { renderRisk } from "./render/risk.ts";
import { renderSearch } from "./render/search.ts";
import { renderTract } from "./render/tract.ts";
import { renderUnderwrite, renderUnderwriteFull } from "./render/underwrite.ts";
import { renderViewport } from "./render/viewport.ts";

/** How the command of an operation shows its answer. */
export interface Renderer<O extends z.ZodObject = z.ZodObject> {
  /** Returns the answer as text for people. */
  render(answer: z.output<O>): string;
  /** Returns the whole answer, where `render` shows it in short. */
  full?(answer: z.output<O>): string;
  /** Returns what the rows of a batch are ranked by, the smaller first. */
  rank?(answer: z.output<O>): readonly number[];
  /** Columns of a batch's table that come first: their names, or what they begin with. */
  readonly lead?: readonly string[];
  /** Writes the answer as a document, asking other operations about the same property. */
  report?(
    path: string,
    answer: z.output<O>,
    ask: Ask,
    input: RawInput,
  ): Promise<void>;
}

/** Renderers by operation. An operation without one is shown by its summary, as agents get it. */
export const RENDERERS: Readonly<Record<string, Renderer | undefined>> = {
  [compareDeals.name]: { render: renderCompare },
  [coverage.name]: { render: renderCoverage },
  [deepUnderwriteAsset.name]: {
    render: renderUnderwrite,
    full: renderUnderwriteFull,
    rank: rankKey,
    lead: [
      "read.verdict",
      "read.reasons",
      "assumptions.purchase_price",
      "arv",
      "metrics",
      "ranges",
    ],
    report: writeMemo,
  },
  [getComps.name]: { render: renderComps },
  [getProperty.name]: { render: renderProperty },
  [getTractReport.name]: { render: renderTract },
  [marketPulse.name]: { render: renderPulse },
  [propertyHistory.name]: { render: renderHistory },
  [riskReport.name]: { render: renderRisk },
  [searchInvestmentInventory.name]: { render: renderSearch },
  [viewportContext.name]: { render: renderViewport },
};
