/** The server alone: `twoflat serve`. */
import { program } from "./cli/program.ts";
import { run } from "./cli/run.ts";

Deno.exit(await run(program(), ["serve", ...Deno.args]));
