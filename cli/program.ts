import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { VERSION } from "../contracts/version.ts";
import { addNote } from "../core/operations/workspace/add_note.ts";
import { compareDeals } from "../core/operations/property/compare_deals.ts";
import { coverage } from "../core/operations/place/coverage.ts";
import { createStrategyProfile } from "../core/operations/workspace/create_strategy_profile.ts";
import { deepUnderwriteAsset } from "../core/operations/property/deep_underwrite_asset.ts";
import { getComps } from "../core/operations/property/get_comps.ts";
import { getTractReport } from "../core/operations/place/get_tract_report.ts";
import { marketPulse } from "../core/operations/place/market_pulse.ts";
import { reportValue } from "../core/operations/property/report_value.ts";
import { riskReport } from "../core/operations/property/risk_report.ts";
import { saveFavoriteProperty } from "../core/operations/workspace/save_favorite_property.ts";
import { searchInvestmentInventory } from "../core/operations/inventory/search_investment_inventory.ts";
import { updateUnderwritingPreset } from "../core/operations/workspace/update_underwriting_preset.ts";
import { viewportContext } from "../core/operations/place/viewport_context.ts";
import { backtestCommand } from "./commands/backtest.ts";
import { addCompletion } from "./commands/complete.ts";
import { configCommand } from "./commands/config.ts";
import { fitCommand } from "./commands/fit.ts";
import { ingestCommand } from "./commands/ingest.ts";
import { listingsCommand } from "./commands/listings.ts";
import { replayCommand } from "./commands/replay.ts";
import { backupCommand, restoreCommand } from "./commands/backup.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { healthCommand, opsCommand, reportsCommand } from "./commands/ops.ts";
import { runCommand } from "./commands/run.ts";
import { keysCommand } from "./commands/keys.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { operationsCommand } from "./commands/operations.ts";
import { saleCommand } from "./commands/sale.ts";
import { savedCommand } from "./commands/saved.ts";
import { snapshotCommand } from "./commands/snapshot.ts";
import { scorecardCommand } from "./commands/scorecard.ts";
import { sourcesCommand } from "./commands/sources.ts";
import { rankKey } from "../core/answers/deal_rank.ts";
import { writeMemo } from "./memo.ts";
import { operationCommand } from "./operation_command.ts";
import { renderCompare } from "./render/compare.ts";
import { renderComps } from "./render/comps.ts";
import { renderPulse } from "./render/pulse.ts";
import { renderRisk } from "./render/risk.ts";
import { renderSearch } from "./render/search.ts";
import { renderTract } from "./render/tract.ts";
import { renderCoverage } from "./render/coverage.ts";
import { renderUnderwrite, renderUnderwriteFull } from "./render/underwrite.ts";
import { renderViewport } from "./render/viewport.ts";

/** Every command, in the order of the help. A new command is one more line here. */
const COMMANDS: readonly (() => CommandUnknownOpts)[] = [
  () => operationCommand(searchInvestmentInventory, renderSearch),
  () => operationCommand(getComps, renderComps),
  () =>
    operationCommand(
      deepUnderwriteAsset,
      renderUnderwrite,
      renderUnderwriteFull,
      rankKey,
      writeMemo,
    ),
  () => operationCommand(compareDeals, renderCompare),
  () => operationCommand(riskReport, renderRisk),
  () => operationCommand(getTractReport, renderTract),
  () => operationCommand(marketPulse, renderPulse),
  () => operationCommand(viewportContext, renderViewport),
  () => operationCommand(coverage, renderCoverage),
  () => operationCommand(reportValue),
  () => operationCommand(saveFavoriteProperty),
  () => operationCommand(addNote),
  () => operationCommand(updateUnderwritingPreset),
  () => operationCommand(createStrategyProfile),
  savedCommand,
  listingsCommand,
  saleCommand,
  ingestCommand,
  fitCommand,
  backtestCommand,
  scorecardCommand,
  snapshotCommand,
  sourcesCommand,
  keysCommand,
  replayCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
  healthCommand,
  opsCommand,
  runCommand,
  reportsCommand,
  mcpCommand,
  operationsCommand,
  configCommand,
];

/** The `twoflat` command with all its subcommands. */
export function program(): CommandUnknownOpts {
  const root = new Command("twoflat")
    .description(
      "Comps valuation and underwriting for Cook and Lake County, Illinois",
    )
    .version(
      `twoflat ${VERSION} (deno ${Deno.version.deno}, v8 ${Deno.version.v8})`,
    )
    .showSuggestionAfterError()
    // Errors are thrown and written by `run`, in one form for all of them.
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  for (const command of COMMANDS) {
    const child = command();
    inherit(child, root);
    root.addCommand(child);
  }
  addCompletion(root);
  return root;
}

function inherit(child: CommandUnknownOpts, parent: CommandUnknownOpts): void {
  child.copyInheritedSettings(parent);
  for (const grandchild of child.commands) inherit(grandchild, child);
}
