import process from "node:process";
import { styleText } from "node:util";
import { CommanderError } from "@commander-js/extra-typings";
import { errorMessage, Fault } from "../contracts/errors.ts";
import { note } from "./output.ts";
import { wasInterrupted } from "./signals.ts";

/** Exit statuses of the command line. A refusal is an answer and exits 0. */
export const EXIT = {
  ok: 0,
  /** A defect, or the outside world failed. */
  unexpected: 1,
  /** The caller's input is wrong: change it and try again. */
  badInput: 2,
  interrupted: 130,
} as const;

/** Codes of errors that a caller corrects by changing what they typed. */
const INPUT_CODES: readonly string[] = [
  "invalid_params",
  "not_found",
  "unauthorized",
  "forbidden_scope",
  "conflict",
  "payload_too_large",
  "idempotency_mismatch",
];

/** Returns the exit status of an error. */
export function exitStatus(error: unknown): number {
  if (wasInterrupted()) return EXIT.interrupted;
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? EXIT.ok : EXIT.badInput;
  }
  if (error instanceof Fault) {
    return INPUT_CODES.includes(error.code) ? EXIT.badInput : EXIT.unexpected;
  }
  return EXIT.unexpected;
}

/** What an error looks like to the caller: the fields of `Problem` that exist without a server. */
export interface ErrorReport {
  readonly code: string;
  readonly detail: string;
  readonly field?: string;
  readonly expected?: string;
  readonly candidates?: readonly string[];
}

/** An error as data. Anything that is not a `Fault` reads `internal`. */
export function errorReport(error: unknown): ErrorReport {
  if (error instanceof Fault) {
    const { code, message: detail, field, expected, candidates } = error;
    return { code, detail, field, expected, candidates };
  }
  return {
    code: "internal",
    detail: errorMessage(error),
  };
}

/** Whether the machine refused, as with a directory that may not be written: no defect of ours. */
function isRefusedBySystem(error: unknown): error is Error {
  if (error instanceof Deno.errors.NotCapable) return true;
  return error instanceof Error && "code" in error &&
    /^E[A-Z0-9]+$/.test(String(error.code));
}

/** Writes an error to stderr, as text or (with `--json`) as one line of JSON. */
export function reportError(error: unknown, json: boolean): void {
  const report = errorReport(error);
  if (json) return console.error(JSON.stringify(report));
  const lines = [
    `${
      styleText("red", "error:", { stream: process.stderr })
    } ${report.detail}`,
  ];
  if (report.field) lines.push(`  field:    ${report.field}`);
  if (report.expected) lines.push(`  expected: ${report.expected}`);
  for (const candidate of report.candidates ?? []) {
    lines.push(`  could be: ${candidate}`);
  }
  const isDefect = report.code === "internal" && !isRefusedBySystem(error);
  if (isDefect && error instanceof Error && error.stack) {
    lines.push(error.stack.split("\n").slice(1).join("\n"));
  }
  note(lines.join("\n"));
}
