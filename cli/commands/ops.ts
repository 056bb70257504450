import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { OperatorState } from "../../contracts/operator.ts";
import { stamped } from "../../contracts/envelope.ts";
import { Report, ReportList } from "../../contracts/reports.ts";
import { Health } from "../../contracts/health.ts";
import { EXIT } from "../exit.ts";
import { count, duration } from "../format.ts";
import { serverFor } from "../login.ts";
import { askOperator, serverOf } from "../operator.ts";
import { jsonOption, serverOption } from "../options.ts";
import { print, printJson, style, table } from "../output.ts";
import { parseAnswer, send } from "../remote.ts";
import { deadLettersCommand, replayDeadCommand } from "./dead_letters.ts";

/** `twoflat health`: a server's status, for people and monitors. */
export function healthCommand(): CommandUnknownOpts {
  return new Command("health")
    .summary("status of a server; exit status 1 if it is not ok")
    .description(
      "Asks /api/health of --server or `twoflat login`, else of this machine. The exit status is 0 if the server answers, is ok and its last daily run had no failure, else 1.",
    )
    .addOption(serverOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  $ twoflat health --server https://twoflat.example",
    )
    .action(async ({ server, json }) => {
      const origin = (await serverFor({ server }))?.server ??
        serverOf(undefined);
      const health = parseAnswer(
        Health,
        await send({ server: origin }, {
          method: "GET",
          url: new URL("/api/health", origin),
        }),
      );
      const { last_run, snapshot, uptime_seconds, stale_model_rows } = health;
      const isWell = health.status === "ok" &&
        (!last_run || last_run.failures === 0);
      if (json) printJson(health);
      else {
        print(
          `${
            style(isWell ? "good" : "bad", isWell ? "ok" : "attention")
          }  ${origin}`,
        );
        for (const problem of health.problems) print(`- ${problem}`);
        print(
          `snapshot ${snapshot.id}, newest sale ${
            snapshot.newest_sale ?? "none"
          }`,
        );
        print(
          last_run
            ? `last daily run ${last_run.date}: ${
              count(last_run.failures)
            } of ${count(last_run.steps.length)} steps failed`
            : "no daily run has finished yet",
        );
        print(
          `${count(stale_model_rows)} listings wait for a score; up for ${
            duration(uptime_seconds * 1_000)
          }`,
        );
      }
      if (!isWell) Deno.exitCode = EXIT.unexpected;
    });
}

/** `twoflat ops`: the operator's view of a server. */
export function opsCommand(): CommandUnknownOpts {
  return new Command("ops")
    .summary("runs, queues, undelivered messages and reports of a server")
    .description(
      "Asks /api/state with TWOFLAT_WRITE_SECRET. The exit status is 1 if something needs attention.",
    )
    .addOption(serverOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Examples:
  $ TWOFLAT_WRITE_SECRET=... twoflat ops
  $ TWOFLAT_WRITE_SECRET=... twoflat ops dead-letters
  $ TWOFLAT_WRITE_SECRET=... twoflat ops replay --since 2026-11-22T00:00:00Z`,
    )
    .addCommand(deadLettersCommand())
    .addCommand(replayDeadCommand())
    .action(async ({ server, json }) => {
      const state = parseAnswer(
        OperatorState,
        await askOperator(server, "GET", "/api/state"),
      );
      if (json) printJson(state);
      else show(state);
      if (state.status !== "ok") Deno.exitCode = EXIT.unexpected;
    });
}

function show(state: OperatorState): void {
  const { inventory, outbox, profiles, dead_letters, reports, runs } = state;
  print(style(state.status === "ok" ? "good" : "caution", state.status));
  for (const line of state.attention) print(`- ${line}`);
  print(table([{ head: "What" }, { head: "Now", wraps: true }], [
    [
      "last run",
      runs.last ? `${runs.last.date}, ${runs.last.failures} failures` : "none",
    ],
    [
      "listings",
      `${count(inventory.listings)}, ${count(inventory.for_sale)} for sale, ${
        count(inventory.unmatched)
      } without a parcel`,
    ],
    [
      "profiles",
      `${count(profiles.active)} active, ${count(profiles.paused)} paused`,
    ],
    ["outbox", `${count(outbox.waiting)} waiting`],
    ["dead letters", count(dead_letters.count)],
    ["reports", `${count(reports.open)} open`],
    ["snapshot", state.snapshot.id],
    ...state.sources.map(({ name, refreshed_at, error }) => [
      `source ${name}`,
      `refreshed ${refreshed_at?.slice(0, 10) ?? "never"}${
        error === null ? "" : `; then: ${error}`
      }`,
    ]),
  ]));
  if (dead_letters.count > 0) {
    print("See `twoflat ops dead-letters`; `twoflat ops replay` sends again.");
  }
  if (reports.open > 0) print("See `twoflat reports list`.");
}

const RESOLVE = 'resolve rep_4fT0qPz1abcd --note "permit of 2024 confirmed"';

const example = (words: string) =>
  `\nExamples:\n  $ TWOFLAT_WRITE_SECRET=... twoflat reports ${words}`;

/** `twoflat reports`: values that were reported as wrong. */
export function reportsCommand(): CommandUnknownOpts {
  return new Command("reports")
    .summary("list and resolve values that callers reported as wrong")
    .addHelpText(
      "after",
      `
Examples:
  $ TWOFLAT_WRITE_SECRET=... twoflat reports list
  $ TWOFLAT_WRITE_SECRET=... twoflat reports ${RESOLVE}`,
    )
    .addCommand(
      new Command("list")
        .description("list reports, open ones first")
        .addOption(serverOption())
        .addOption(jsonOption())
        .addHelpText("after", example("list"))
        .action(async ({ server, json }) => {
          const answer = parseAnswer(
            ReportList,
            await askOperator(server, "GET", "/api/state/reports?limit=200"),
          );
          if (json) return printJson(answer);
          if (answer.reports.length === 0) return print("No reports.");
          print(table(
            [
              { head: "Id" },
              { head: "Property" },
              { head: "Reason", wraps: true },
              { head: "State" },
            ],
            answer.reports.map((report) => [
              report.report_id,
              report.address ?? report.property_id,
              report.reason,
              report.resolved_at === null ? "open" : "resolved",
            ]),
          ));
        }),
    )
    .addCommand(
      new Command("resolve")
        .description("resolve a report with a note")
        .argument("<id>", "a report_id")
        .requiredOption("--note <text>", "how it was resolved")
        .addOption(serverOption())
        .addOption(jsonOption())
        .addHelpText("after", example(RESOLVE))
        .action(async (id, { server, json, note }) => {
          const path = `/api/state/reports/${encodeURIComponent(id)}/resolve`;
          const report = parseAnswer(
            stamped(Report),
            await askOperator(server, "POST", path, { note }),
          );
          if (json) return printJson(report);
          print(`${report.report_id} resolved`);
        }),
    );
}
