/** The `twoflat` command. */
import { command } from "./command.ts";

await command(Deno.args);
