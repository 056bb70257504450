import { setTimeout as delay } from "node:timers/promises";
import {
  Command,
  type CommandUnknownOpts,
  Option,
} from "@commander-js/extra-typings";
import { OperatorState } from "../../contracts/operator.ts";
import { Health } from "../../contracts/health.ts";
import { stamped } from "../../contracts/envelope.ts";
import { RUN_STEPS, RunReport } from "../../contracts/runs.ts";
import { EXIT } from "../exit.ts";
import { count } from "../format.ts";
import { askOperator, serverOf } from "../operator.ts";
import { jsonOption, serverOption } from "../options.ts";
import { print, printJson, style, table } from "../output.ts";
import { parseAnswer, send } from "../remote.ts";

/** `twoflat run`: the daily run of a server. */
export function runCommand(): CommandUnknownOpts {
  return new Command("run")
    .summary("status of a server's daily run, or start it now")
    .addHelpText(
      "after",
      `
Examples:
  $ twoflat run status
  $ TWOFLAT_WRITE_SECRET=... twoflat run now --dry-run
  $ TWOFLAT_WRITE_SECRET=... twoflat run now --step match`,
    )
    .addCommand(status())
    .addCommand(now());
}

function status(): CommandUnknownOpts {
  return new Command("status")
    .description(
      "the last daily run with its steps; exit status 1 if a step failed",
    )
    .addOption(serverOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  $ twoflat run status --server https://twoflat.example",
    )
    .action(async ({ server, json }) => {
      const origin = serverOf(server);
      const { last_run } = parseAnswer(
        Health,
        await send({ server: origin }, {
          method: "GET",
          url: new URL("/api/health", origin),
        }),
      );
      if (json) printJson({ last_run });
      else if (last_run === null) print("No daily run has finished yet.");
      else show(last_run);
      if (last_run && last_run.failures > 0) Deno.exitCode = EXIT.unexpected;
    });
}

function now(): CommandUnknownOpts {
  return new Command("now")
    .description("run it now, as the operator (TWOFLAT_WRITE_SECRET)")
    .addOption(
      new Option("--step <step>", "only this step").choices(RUN_STEPS),
    )
    .option(
      "--dry-run",
      "count the alerts that would be raised, and change nothing",
    )
    .addOption(serverOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  $ TWOFLAT_WRITE_SECRET=... twoflat run now --dry-run",
    )
    .action(async ({ server, json, step, dryRun }) => {
      const begun = parseAnswer(
        stamped(RunReport),
        await askOperator(server, "POST", "/api/run-listings", {
          step,
          dry_run: dryRun,
        }),
      );
      const report = await untilEnded(server, begun);
      if (json) printJson(report);
      else show(report);
      if (report.failures > 0) Deno.exitCode = EXIT.unexpected;
    });
}

/** How often a run that goes on is asked for, milliseconds. */
const EVERY_MS = 2_000;

/** Waits until a run has ended. */
async function untilEnded(
  server: string | undefined,
  begun: RunReport,
): Promise<RunReport> {
  let report = begun;
  while (report.finished_at === null) {
    await delay(EVERY_MS);
    const { runs } = parseAnswer(
      OperatorState,
      await askOperator(server, "GET", "/api/state"),
    );
    report = runs.today ?? runs.last ?? begun;
  }
  return report;
}

function show({ date, started_at, finished_at, steps }: RunReport): void {
  print(
    `Run of ${date}, ${minute(started_at)}${
      finished_at ? ` to ${minute(finished_at)}` : ", in progress"
    }.`,
  );
  print(table(
    [
      { head: "Step" },
      { head: "Outcome", wraps: true },
      { head: "Did", wraps: true },
      { head: "Seconds", align: "right" },
    ],
    steps.map(({ name, error, counts, ms }) => [
      name,
      error === null ? style("good", "ok") : style("bad", error),
      Object.entries(counts).map(([what, number]) =>
        `${what.replaceAll("_", " ")} ${count(number)}`
      ).join(", "),
      (ms / 1_000).toFixed(1),
    ]),
  ));
}

const minute = (timestamp: string) =>
  `${timestamp.slice(0, 16).replace("T", " ")}Z`;
