/** The server alone: `twoflat serve`, with no more permissions than its settings need. */
import { canConfine, endWithStarter, runConfined } from "./server/confined.ts";

if (canConfine()) Deno.exit(await runConfined(Deno.args));
void endWithStarter();
// Loaded here: the process that only starts another stays small.
const { program } = await import("./cli/program.ts");
const { run } = await import("./cli/run.ts");
Deno.exit(await run(program(), ["serve", ...Deno.args]));
