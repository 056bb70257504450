import { coverage } from "./coverage.ts";
import { deepUnderwriteAsset } from "./deep_underwrite_asset.ts";
import { getComps } from "./get_comps.ts";
import { getTractReport } from "./get_tract_report.ts";
import { marketPulse } from "./market_pulse.ts";
import type { Operation } from "./operation.ts";
import { riskReport } from "./risk_report.ts";
import { viewportContext } from "./viewport_context.ts";

/** Everything the service can do, in the order tools are listed. A new operation is one more line here. */
export const OPERATIONS: readonly Operation[] = [
  getComps,
  deepUnderwriteAsset,
  getTractReport,
  marketPulse,
  riskReport,
  viewportContext,
  coverage,
];
