import { program } from "./program.ts";
import { run } from "./run.ts";

Deno.exit(await run(program(), Deno.args));
