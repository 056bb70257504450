import { EXPLAINED } from "../../harness/conformance/explained.ts";
import { countIn, failuresIn, reasonOf } from "./fuzz_report.ts";
import { type Finding, pythonProgram, run, SCRATCH, SUITES } from "./run.ts";
import type { Served } from "./serve.ts";

/**
 * Schemathesis with every check and no hooks. Each failure and each error is a failure, except for
 * those that `harness/conformance/explained.ts` explains, which are counted. What it printed is
 * kept in `schemathesis.txt`.
 *
 * @param examples of each operation in each phase
 * @param flags of Schemathesis, to test a part
 */
export async function fuzz(
  served: Served,
  examples: number,
  ...flags: string[]
): Promise<Finding> {
  const { ok, text } = await run(pythonProgram("st"), [
    "--config-file",
    `${SUITES}/schemathesis.toml`,
    "run",
    `${served.url}/api/openapi.json`,
    "--seed",
    "1",
    "--max-examples",
    String(examples),
    ...flags,
  ], { env: { CONFORM_KEY: served.key, CONFORM_SECRET: served.secret } });
  await Deno.writeTextFile(`${SCRATCH}/schemathesis.txt`, text);
  const [generated] = text.match(/\d+ generated/) ?? [];
  const failures = failuresIn(text);
  const open = failures.filter((each) => reasonOf(each) === undefined);
  const isUnread = failures.length !== countIn(text) ||
    (!ok && failures.length === 0);
  if (generated === undefined || isUnread || open.length > 0) {
    const unexplained = open.map(({ operation, text }) =>
      `${operation}\n${text}`
    );
    return {
      ok: false,
      figure: unexplained.join("\n").slice(0, 20_000) || text.slice(-4_000),
    };
  }
  const explained = EXPLAINED.map((each) =>
    [each, failures.filter((one) => reasonOf(one) === each).length] as const
  ).filter(([, count]) => count > 0)
    .map(([{ why }, count]) => `${count} (${why})`);
  return {
    ok: true,
    figure: `${generated}; explained: ${explained.join(", ") || "none"}`,
  };
}
