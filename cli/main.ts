import { IN_WORKER } from "../core/modeling/worker.ts";
import { program } from "./program.ts";
import { run } from "./run.ts";

// In a worker this module only waits for the jobs that its parent posts.
if (!IN_WORKER) Deno.exit(await run(program(), Deno.args));
