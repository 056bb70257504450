import {
  CommanderError,
  type CommandUnknownOpts,
} from "@commander-js/extra-typings";
import { Fault } from "../contracts/errors.ts";
import { EXIT, exitStatus, reportError } from "./exit.ts";

/**
 * Runs a command line and returns its exit status. Every error ends here: one clear message on
 * stderr, never a half-written answer on stdout.
 */
export async function run(
  program: CommandUnknownOpts,
  args: readonly string[],
): Promise<number> {
  if (args.length === 0) {
    program.outputHelp();
    return EXIT.ok;
  }
  try {
    await program.parseAsync(args.map(asArgument), { from: "user" });
    // What a command has found, where it asked for a status.
    return Deno.exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) {
      return EXIT.ok;
    }
    const error = thrown instanceof CommanderError
      ? usageFault(thrown)
      : thrown;
    const status = exitStatus(error);
    if (status === EXIT.interrupted) console.error("interrupted");
    else reportError(error, args.includes("--json"));
    return status;
  }
}

/** A point that begins with a minus is no option: a space, which is trimmed when it is read, says so. */
function asArgument(word: string): string {
  return /^-[\d.]+\s*,/.test(word) ? ` ${word}` : word;
}

/** What each complaint of the argument parser expected instead. */
const EXPECTED: Readonly<Record<string, string>> = {
  "commander.unknownOption": "an option that the command's --help lists",
  "commander.unknownCommand": "a command that `twoflat --help` lists",
  "commander.help": "a command that the help lists",
  "commander.excessArguments":
    "only the arguments that the command's --help shows; quote an address with spaces",
  "commander.missingArgument": "a value; see the command's --help",
  "commander.optionMissingArgument": "a value after the option",
  "commander.missingMandatoryOptionValue": "a value; the option is required",
  "commander.conflictingOption": "only one of the two options",
};

/** Turns the argument parser's complaint into a fault with a field and what was expected. */
function usageFault({ code, message }: CommanderError): Fault {
  // A group of commands named alone: its help has been shown.
  const detail = code === "commander.help"
    ? "no command was named"
    : message.replace(/^error: /, "").replace("\n", " ");
  const named = /(?:option|argument) '(?:-\w, )?([\w-]+)/.exec(detail)?.[1];
  const choices = /Allowed choices are ([^.]+)/.exec(detail)?.[1];
  return new Fault("invalid_params", detail, {
    field: named ?? "arguments",
    expected: EXPECTED[code] ??
      (choices ? `one of ${choices}` : "see the command's --help"),
  });
}
