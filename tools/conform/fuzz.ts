import {
  EXPLAINED,
  type Explained,
} from "../../harness/conformance/explained.ts";
import { type Finding, pythonProgram, run, SCRATCH, SUITES } from "./run.ts";
import type { Served } from "./serve.ts";

/** A failed check, or an error that kept Schemathesis from testing, as it prints them. */
interface Failure {
  readonly operation: string;
  /** Code of the check; `error` where none was made. */
  readonly check: string;
  readonly text: string;
  /** What the answer or the error said; empty where the answer was no problem. */
  readonly detail: string;
}

/**
 * Schemathesis with every check and no hooks. Each failure and each error is a failure, except for
 * those that `harness/conformance/explained.ts` explains, which are counted. What it printed is
 * kept in `schemathesis.txt`.
 *
 * @param examples of each operation in each phase
 */
export async function fuzz(
  served: Served,
  examples: number,
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
  ], { env: { CONFORM_KEY: served.key, CONFORM_SECRET: served.secret } });
  await Deno.writeTextFile(`${SCRATCH}/schemathesis.txt`, text);
  const [generated] = text.match(/\d+ generated/) ?? [];
  const failures = [...failuresIn(text), ...errorsIn(text)];
  const open = failures.filter((each) => reasonOf(each) === undefined);
  const isUnread = !ok && failures.length === 0;
  if (generated === undefined || isUnread || open.length > 0) {
    const told = open.map(({ operation, text }) => `${operation}\n${text}`);
    return {
      ok: false,
      figure: told.join("\n").slice(0, 20_000) || text.slice(-4_000),
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

function reasonOf(
  { operation, check, detail }: Failure,
): Explained | undefined {
  return EXPLAINED.find((each) =>
    each.check === check && each.detail.test(detail) &&
    (each.operation?.test(operation) ?? true)
  );
}

/** The sections of a part of the report, by operation. */
function sectionsOf(part: string, text: string): [string, string][] {
  const [, told = ""] = text.split(new RegExp(`^=+ ${part} =+$`, "m"));
  const sections = told.split(/^=+ \w[\w ]* =+$/m)[0].split(/^_+ (.+) _+$/m);
  return sections.flatMap((operation, i) =>
    i % 2 === 0 ? [] : [[operation, sections[i + 1]]]
  );
}

function errorsIn(text: string): Failure[] {
  return sectionsOf("ERRORS", text).map(([operation, told]) => ({
    operation,
    check: "error",
    text: told,
    detail: told,
  }));
}

/** Test cases in each section, checks in each of those. */
function failuresIn(text: string): Failure[] {
  return sectionsOf("FAILURES", text).flatMap(([operation, told]) =>
    told.split(/^\d+\. Test Case ID/m).slice(1).flatMap((one) => {
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
