import {
  EXPLAINED,
  type Explained,
} from "../../harness/conformance/explained.ts";
import { type Finding, PYTHON, run, SUITES } from "./run.ts";
import type { Served } from "./serve.ts";

/** A failure as Schemathesis prints it. */
interface Failure {
  readonly operation: string;
  readonly check: string;
  readonly text: string;
  /** What the answer said; empty where it was no problem. */
  readonly detail: string;
}

/**
 * Schemathesis with every check and no hooks. Each failure is a failure, except for those that
 * `harness/conformance/explained.ts` explains.
 *
 * @param examples of each operation in each phase
 */
export async function fuzz(
  served: Served,
  examples: number,
  ...flags: string[]
): Promise<Finding> {
  const { ok, text } = await run(`${PYTHON}/st`, [
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
  const [generated] = text.match(/\d+ generated/) ?? [];
  const failures = failuresIn(text);
  const open = failures.filter((each) => reasonOf(each) === undefined);
  const isToldElsewhere = errorsIn(text).length > 0 ||
    (!ok && failures.length === 0);
  if (generated === undefined || isToldElsewhere || open.length > 0) {
    return {
      ok: false,
      figure: open.length > 0
        ? open.map(({ operation, text }) => `${operation}\n${text}`).join("\n")
          .slice(0, 20_000)
        : errorsIn(text).join("\n").slice(0, 8_000) || text.slice(-4_000),
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

function reasonOf({ check, detail }: Failure): Explained | undefined {
  return EXPLAINED.find((each) =>
    each.check === check && each.detail.test(detail)
  );
}

/** What kept Schemathesis from testing, but for the stream, which does not end, and a fault of Python 3.11's own. */
function errorsIn(text: string): string[] {
  const [, told = ""] = text.split(/^=+ ERRORS =+$/m);
  return told.split(/^=+ \w[\w ]* =+$/m)[0].split(/^(?=_+ .+ _+$)/m)
    .filter((each) =>
      each.trim() !== "" && !/GET \/api\/events/.test(each) &&
      !/AST constructor recursion depth mismatch/.test(each)
    );
}

/** Sections by operation, test cases in each of them, checks in each of those. */
function failuresIn(text: string): Failure[] {
  const [, told = ""] = text.split(/^=+ FAILURES =+$/m);
  const sections = told.split(/^=+ \w[\w ]* =+$/m)[0].split(/^_+ (.+) _+$/m);
  return sections.flatMap((operation, i) =>
    i % 2 === 0 ? [] : sections[i + 1].split(/^\d+\. Test Case ID/m).slice(1)
      .flatMap((one) => {
        const [, detail = ""] = one.match(/"detail":"((?:[^"\\]|\\.)*)"/) ?? [];
        return [...one.matchAll(/^- (ST\d+)/gm)].map(([, check]) => ({
          operation,
          check,
          text: one,
          detail,
        }));
      })
  );
}
