/**
 * fast-check with the same cases in every run, so that a failure is of the change that was made and
 * not of the day. `SEED=7 deno task test` tries others.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(Deno.env.get("SEED") ?? 1) });

export default fc;
