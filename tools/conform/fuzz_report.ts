import {
  EXPLAINED,
  type Explained,
} from "../../harness/conformance/explained.ts";

/** A failed check, or an error that kept Schemathesis from testing, as it prints them. */
export interface Failure {
  readonly operation: string;
  /** Code of the check; `error` where none was made. */
  readonly check: string;
  readonly text: string;
  /** What the answer or the error said; empty where the answer was no problem. */
  readonly detail: string;
}

/** Returns why a failure is not the service's; undefined where nothing explains it. */
export function reasonOf(
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

/** Returns what failed, errors included, as Schemathesis printed it. */
export function failuresIn(text: string): Failure[] {
  return [...failedChecks(text), ...errors(text)];
}

/** Returns how many failures and errors there are by the summary of Schemathesis. */
export function countIn(text: string): number {
  const counted = /found (\d+) unique failure|^ *🚫 .*: (\d+)$/gm;
  return [...text.matchAll(counted)]
    .reduce((sum, [, failed, errored]) => sum + Number(failed ?? errored), 0);
}

function errors(text: string): Failure[] {
  return sectionsOf("ERRORS", text).map(([operation, told]) => ({
    operation,
    check: "error",
    text: told,
    detail: told,
  }));
}

/** Test cases in each section, checks in each of those. */
function failedChecks(text: string): Failure[] {
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
