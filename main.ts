/** The server alone: `twoflat serve`, with no more permissions than its settings need. */
import { command } from "./cli/command.ts";
import { canConfine, endWithStarter, runConfined } from "./server/confined.ts";

if (!("WorkerGlobalScope" in globalThis)) {
  if (canConfine()) {
    Deno.exit(
      await runConfined(Deno.args).catch(async (error) => {
        const { exitStatus, reportError } = await import("./cli/exit.ts");
        reportError(error, false);
        return exitStatus(error);
      }),
    );
  }
  void endWithStarter();
}
await command(["serve", ...Deno.args]);
