import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { VERSION } from "../contracts/version.ts";
import { backtestCommand } from "./commands/backtest.ts";
import { addCompletion } from "./commands/complete.ts";
import { OLD_DATA_DIR, SETTINGS, usualDataDir } from "../core/config.ts";
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
import { loginCommand, logoutCommand } from "./commands/login.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { operationsCommand } from "./commands/operations.ts";
import { saleCommand } from "./commands/sale.ts";
import { serveCommand } from "./commands/serve.ts";
import { savedCommand } from "./commands/saved.ts";
import { snapshotCommand } from "./commands/snapshot.ts";
import { scorecardCommand } from "./commands/scorecard.ts";
import { rentsCommand } from "./commands/rents.ts";
import { sourcesCommand } from "./commands/sources.ts";
import { operationCommand } from "./operation_command.ts";
import { OPERATIONS } from "../core/operations/mod.ts";
import { note } from "./output.ts";
import { RENDERERS } from "./renderers.ts";

/** Commands that are no operation, in the order of the help. */
const OTHER_COMMANDS: readonly (() => CommandUnknownOpts)[] = [
  serveCommand,
  savedCommand,
  listingsCommand,
  rentsCommand,
  saleCommand,
  ingestCommand,
  fitCommand,
  backtestCommand,
  scorecardCommand,
  snapshotCommand,
  sourcesCommand,
  loginCommand,
  logoutCommand,
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
      "Real-estate valuation and underwriting for Cook and Lake County, Illinois",
    )
    .version(
      `twoflat ${VERSION} (deno ${Deno.version.deno}, v8 ${Deno.version.v8})`,
    )
    .showSuggestionAfterError()
    // A group may have options of the same name as its subcommands.
    .enablePositionalOptions()
    // Errors are thrown and written by `run`, in one form for all of them.
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  root.hook("preAction", noteOldData);
  for (const child of commands()) {
    inherit(child, root);
    root.addCommand(child);
  }
  addCompletion(root);
  return root;
}

/** Says that data are still in the working directory, and how to move them. */
function noteOldData(): void {
  const env = Deno.env.toObject();
  const { dataDir, kvUrl } = SETTINGS;
  if (env[dataDir.name] || env[kvUrl.name]) return;
  const usual = usualDataDir(env);
  if (dataDir.fallback(env) === usual) return;
  note(
    `data: ${OLD_DATA_DIR} in this directory, where earlier releases kept it; to use it from any directory, move its content to ${usual}`,
  );
}

/** Every command: those of operations first, in the order of the registry. */
function commands(): CommandUnknownOpts[] {
  return [
    ...OPERATIONS
      .filter(({ contract }) => contract.command !== undefined)
      .map((operation) =>
        operationCommand(operation, RENDERERS[operation.contract.name])
      ),
    ...OTHER_COMMANDS.map((command) => command()),
  ];
}

function inherit(child: CommandUnknownOpts, parent: CommandUnknownOpts): void {
  child.copyInheritedSettings(parent);
  for (const grandchild of child.commands) inherit(grandchild, child);
}
