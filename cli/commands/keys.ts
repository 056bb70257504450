import {
  Command,
  type CommandUnknownOpts,
  Option,
} from "@commander-js/extra-typings";
import { AuditQuery } from "../../contracts/audit.ts";
import { LIMITS } from "../../contracts/constants/limits.ts";
import { Fault } from "../../contracts/errors.ts";
import {
  type IssuedKey,
  IssueKey,
  KeyId,
  type KeyView,
  RotateKey,
} from "../../contracts/keys.ts";
import { UsageQuery } from "../../contracts/usage.ts";
import { withLocalKeys } from "../../core/access/keys.ts";
import { parseInput } from "../../core/schema/parse_input.ts";
import { settings } from "../context.ts";
import { count, UNKNOWN } from "../format.ts";
import { numberOr } from "../number.ts";
import { jsonOption, serverOption } from "../options.ts";
import { note, print, printJson, style, table } from "../output.ts";
import { originOf } from "../remote.ts";
import { type OperatorKeys, remoteKeys } from "../remote_keys.ts";

/** `twoflat keys`: the operator's work with API keys, in the local store or through a server. */
export function keysCommand(): CommandUnknownOpts {
  return new Command("keys")
    .summary("issue, list, rotate and revoke API keys")
    .description(
      "Works on the store of this machine (TWOFLAT_DATA_DIR or KV_URL), whether or not its server runs. With --server it asks that server, with TWOFLAT_WRITE_SECRET.",
    )
    .addHelpText(
      "after",
      `
Examples:
  $ twoflat keys issue --email ann@example.com --scopes read,underwrite
  # into a variable
  $ export TWOFLAT_KEY=$(twoflat keys issue --email ann@example.com --quiet)
  $ twoflat keys list
  # a new secret; the old one works for another day
  $ twoflat keys rotate 4fT0qPz1 --overlap-seconds 86400
  $ twoflat keys revoke 4fT0qPz1
  $ twoflat keys usage 4fT0qPz1 --days 7
  $ TWOFLAT_WRITE_SECRET=... twoflat keys list --server https://twoflat.example`,
    )
    .addCommand(issue())
    .addCommand(list())
    .addCommand(rotate())
    .addCommand(revoke())
    .addCommand(usage())
    .addCommand(audit());
}

/** A subcommand's example, below its options. */
const example = (line: string) => `\nExamples:\n  $ twoflat keys ${line}`;

/** Options of every subcommand. */
interface Where {
  readonly server?: string;
  readonly json?: boolean;
}

/** Runs work on the keys of the local store, or of the server that is named. */
async function withKeys<R>(
  { server }: Where,
  work: (keys: OperatorKeys) => Promise<R>,
): Promise<R> {
  const config = settings();
  const origin = server ?? config.server;
  if (origin === undefined) return await withLocalKeys(config, work);
  if (config.writeSecret === undefined) {
    throw new Fault(
      "unauthorized",
      "only the operator manages a server's keys",
      {
        field: "TWOFLAT_WRITE_SECRET",
        expected: "the server's write secret",
      },
    );
  }
  return await work(
    remoteKeys({ server: originOf(origin), key: config.writeSecret }),
  );
}

function issue(): CommandUnknownOpts {
  return new Command("issue")
    .description("create a key; it is shown once")
    .requiredOption("--email <email>", "contact of the key holder")
    .option(
      "--scopes <list>",
      "read, underwrite, write-state, webhooks",
      "read",
    )
    .option("--rpm-limit <number>", "requests per minute; default 60", numberOr)
    .option("--label <text>", "the holder's name for the key")
    .option(
      "--expires-in-days <number>",
      "days until the key expires",
      numberOr,
    )
    .addOption(quietOption())
    .addOption(serverOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      example(
        "issue --email ann@example.com --scopes read,underwrite --rpm-limit 120",
      ),
    )
    .action(async (given) => {
      const input = parseInput(IssueKey, {
        email: given.email,
        scopes: given.scopes,
        rpm_limit: given.rpmLimit,
        label: given.label,
        expires_in_days: given.expiresInDays,
      });
      showIssued(await withKeys(given, (keys) => keys.issue(input)), given);
    });
}

/** Every key, newest first, page by page. */
async function everyKey(keys: OperatorKeys): Promise<KeyView[]> {
  const found: KeyView[] = [];
  let cursor: string | undefined;
  do {
    const page = await keys.list({ limit: LIMITS.page.max, cursor });
    found.push(...page.keys);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

function list(): CommandUnknownOpts {
  return new Command("list")
    .description(
      "every key, newest first; secrets are not stored and not shown",
    )
    .addOption(serverOption())
    .addOption(jsonOption())
    .addHelpText("after", example("list --json"))
    .action(async (given) => {
      const keys = await withKeys(given, everyKey);
      if (given.json) return printJson({ keys });
      if (keys.length === 0) return print("No keys.");
      const columns = [
        { head: "Id" },
        { head: "State" },
        { head: "Scopes", wraps: true },
        { head: "Rpm", align: "right", dispensable: 1 },
        { head: "Email" },
        { head: "Label", dispensable: 3 },
        { head: "Created", dispensable: 2 },
        { head: "Last used", dispensable: 1 },
      ] as const;
      print(table(
        columns,
        keys.map((key) => [
          key.id,
          stateText(key),
          key.scopes.replaceAll(",", " "),
          count(key.rpm_limit),
          key.email,
          key.label ?? UNKNOWN,
          minute(key.created),
          key.last_used === null ? "never" : minute(key.last_used),
        ]),
      ));
    });
}

function rotate(): CommandUnknownOpts {
  return new Command("rotate")
    .description("give a key a new secret; id, scopes and limits stay")
    .argument("<id>", KeyId.description)
    .option(
      "--overlap-seconds <number>",
      "how long the old secret keeps working, at most 30 days; default 0",
      numberOr,
    )
    .addOption(quietOption())
    .addOption(serverOption())
    .addOption(jsonOption())
    .addHelpText("after", example("rotate 4fT0qPz1 --overlap-seconds 86400"))
    .action(async (id, given) => {
      const input = parseInput(RotateKey, {
        overlap_seconds: given.overlapSeconds,
      });
      showIssued(
        await withKeys(given, (keys) => keys.rotate(id, input)),
        given,
      );
    });
}

function revoke(): CommandUnknownOpts {
  return new Command("revoke")
    .description(
      "revoke a key for good; every server refuses it within a second",
    )
    .argument("<id>", KeyId.description)
    .addOption(serverOption())
    .addOption(jsonOption())
    .addHelpText("after", example("revoke 4fT0qPz1"))
    .action(async (id, given) => {
      const key = await withKeys(given, (keys) => keys.revoke(id));
      if (given.json) return printJson(key);
      print(`${key.id} ${stateText(key)}`);
    });
}

function usage(): CommandUnknownOpts {
  return new Command("usage")
    .description("calls and cost units of a key by day and tool")
    .argument("<id>", KeyId.description)
    .option("--days <number>", "days to look back; default 30", numberOr)
    .addOption(serverOption())
    .addOption(jsonOption())
    .addHelpText("after", example("usage 4fT0qPz1 --days 7"))
    .action(async (id, given) => {
      const query = parseInput(UsageQuery, { days: given.days });
      const answer = await withKeys(given, async (keys) => {
        await keys.find(id);
        return await keys.usage(id, query);
      });
      if (given.json) return printJson(answer);
      const { days, total, usage } = answer;
      if (usage.length === 0) return print(`No calls in ${days} days.`);
      const columns = [
        { head: "Day" },
        { head: "Tool", wraps: true },
        { head: "Calls", align: "right" },
        { head: "Cost units", align: "right" },
      ] as const;
      const cells = usage.map((row) => [
        row.day,
        row.tool,
        count(row.calls),
        count(row.cost_units),
      ]);
      const sum = ["", "total", count(total.calls), count(total.cost_units)];
      print(table(columns, [...cells, sum]));
    });
}

function audit(): CommandUnknownOpts {
  return new Command("audit")
    .description("what a key did, when, from where and how it ended")
    .argument("<id>", KeyId.description)
    .option("--limit <number>", "calls to show; default 50", numberOr)
    .option("--cursor <text>", "the next_cursor of the page before")
    .addOption(serverOption())
    .addOption(jsonOption())
    .addHelpText("after", example("audit 4fT0qPz1 --limit 20"))
    .action(async (id, given) => {
      const { limit, cursor } = given;
      const query = parseInput(AuditQuery, { limit, cursor });
      const page = await withKeys(given, async (keys) => {
        await keys.find(id);
        return await keys.audit(id, query);
      });
      if (given.json) return printJson(page);
      if (page.entries.length === 0) return print("No calls.");
      const columns = [
        { head: "At" },
        { head: "What", wraps: true },
        { head: "From" },
        { head: "Outcome" },
        { head: "Request", dispensable: 1 },
      ];
      print(table(
        columns,
        page.entries.map((entry) => [
          entry.at,
          `${entry.tool} (${entry.transport})`,
          entry.address,
          style(entry.outcome === "ok" ? "good" : "caution", entry.outcome),
          entry.request_id,
        ]),
      ));
      if (page.next_cursor) note(`more: --cursor ${page.next_cursor}`);
    });
}

const quietOption = () =>
  new Option("--quiet", "print the key and nothing else");

/** Shows a plaintext key, for the only time. */
function showIssued(
  issued: IssuedKey,
  { json, quiet }: { readonly json?: boolean; readonly quiet?: boolean },
): void {
  if (json) return printJson(issued);
  print(issued.key);
  if (quiet) return;
  note(`shown once: keep it safe. id ${issued.id}, scopes ${issued.scopes}`);
  if (issued.expires) note(`works until ${minute(issued.expires)}`);
  if (issued.old_secret_until) {
    note(`the old secret works until ${minute(issued.old_secret_until)}`);
  }
}

function stateText({ state }: KeyView): string {
  return style(state === "live" ? "good" : "bad", state);
}

/** A timestamp to the minute, UTC. */
const minute = (timestamp: string) =>
  `${timestamp.slice(0, 16).replace("T", " ")}Z`;
