import { resolve } from "node:path";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { SETTINGS } from "../../core/config.ts";
import { settings } from "../context.ts";
import { demoToServe } from "../demo.ts";
import { reportError } from "../exit.ts";
import { snapshotOption, todayOption } from "../options.ts";
import { print } from "../output.ts";
import { untilSignal } from "../signals.ts";

/** `twoflat serve`: the server, with the map, REST and MCP, until a signal stops it. */
export function serveCommand(): CommandUnknownOpts {
  return new Command("serve")
    .summary("run the server: map, REST and MCP")
    .description(
      "Serves the map, REST and MCP until Ctrl-C. Settings are environment variables, which `twoflat config` lists. When the snapshot is replaced, the server loads the new one without a restart.",
    )
    .option(
      "--port <number>",
      "port to listen on, 0 for any free one; default TWOFLAT_PORT, else PORT, else 8787",
    )
    .option("--host <address>", "address to listen on; default 127.0.0.1")
    .addOption(snapshotOption())
    .addOption(todayOption())
    .addHelpText(
      "after",
      `
Examples:
  # the demo county on http://127.0.0.1:8787
  $ twoflat serve
  # data of your own, on another port
  $ twoflat serve --snapshot cook.snapshot --port 9000`,
    )
    .action(async ({ port, host, snapshot, today }) => {
      const config = settings({
        TWOFLAT_PORT: port,
        TWOFLAT_HOST: host,
        TWOFLAT_SNAPSHOT: snapshot,
        TWOFLAT_TODAY: today,
      });
      // Loaded here: every other command starts without the server.
      const { startServer } = await import("../../server/start.ts");
      const demo = config.snapshot === undefined
        ? await demoToServe(config.dataDir)
        : undefined;
      const server = await startServer(config, config.snapshot ?? demo!.dir);
      // Signal handlers are installed before the address is printed. The end of a terminal ends nothing: a
      // newer snapshot is looked for.
      Deno.addSignalListener("SIGHUP", server.refresh);
      const ended = untilSignal(server.stop);
      print(server.welcome({ command: thisCommand(), store: storeSettings() }));
      if (demo) {
        demo.measure();
        demo.fitted.then(server.refresh, (error) => reportError(error, false));
      }
      await ended;
    });
}

/** How this very command is called, so that it can be pasted. */
function thisCommand(): string {
  // The packed file tells its path.
  return Deno.env.get("PACKED_AS") ?? "npx -y deno@2.9.6 task -q twoflat";
}

/** The settings that decide where the store is, as they are set. */
function storeSettings(): Record<string, string> {
  const { dataDir, kvUrl } = SETTINGS;
  const dir = Deno.env.get(dataDir.name);
  const url = Deno.env.get(kvUrl.name);
  return {
    ...(dir && { [dataDir.name]: resolve(dir) }),
    ...(url && { [kvUrl.name]: url }),
  };
}
