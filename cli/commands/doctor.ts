import { errorMessage } from "../../contracts/errors.ts";
import { DAY_MS } from "../../contracts/day.ts";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { readBrand } from "../../core/answers/memo/brand.ts";
import { readAuthorities } from "../../core/delivery/authorities.ts";
import { guardedOutbound } from "../../core/delivery/guarded_outbound.ts";
import { OutboundError } from "../../core/delivery/outbound.ts";
import { mailer } from "../../core/delivery/mail.ts";
import { telegramBot } from "../../core/delivery/telegram.ts";
import { readFeeds } from "../../core/inventory/reso/feed.ts";
import {
  downloadedSources,
  readCountySources,
} from "../../core/jobs/county/county_sources.ts";
import { isoOf } from "../../core/engine/snapshot.ts";
import { newestSaleDay } from "../../core/service/effective_date.ts";
import {
  isAddress,
  publishedAt,
} from "../../core/snapshot/published/source.ts";
import { newestSnapshot } from "../../core/snapshot/published/fetch.ts";
import { openSnapshot } from "../../core/snapshot/open.ts";
import { openStore } from "../../core/store/open.ts";
import { lastRun } from "../../core/store/runs.ts";
import { transact } from "../../core/store/transact.ts";
import { EXIT } from "../exit.ts";
import { settings } from "../context.ts";
import { plural } from "../format.ts";
import { jsonOption } from "../options.ts";
import { print, printJson, style, table } from "../output.ts";

/** What a check found. */
interface Finding {
  readonly check: string;
  readonly outcome: "ok" | "skipped" | "problem";
  readonly detail: string;
}

/** A check; it throws what is wrong, and returns null where there is nothing to check. */
type Check = (config: ReturnType<typeof settings>) => Promise<string | null>;

/** Data older than this is worth a look, days. */
const OLD_DAYS = 180;

const CHECKS: Readonly<Record<string, Check>> = {
  async snapshot({ snapshot, dataDir }) {
    if (snapshot === undefined) return `the demo county in ${dataDir}`;
    if (isAddress(snapshot)) {
      const from = publishedAt(snapshot, (name) => Deno.env.get(name));
      const { id, published_at } = await newestSnapshot(from);
      return `${id}, published ${published_at}`;
    }
    const opened = await openSnapshot(snapshot);
    const newest = newestSaleDay(opened);
    if (newest === undefined) throw new Error("it has no valid sale");
    const age = Math.floor(Date.now() / DAY_MS) - newest;
    if (age > OLD_DAYS) {
      throw new Error(
        `its newest sale is of ${isoOf(newest)}, ${age} days ago`,
      );
    }
    return `${opened.id}, newest sale ${
      isoOf(newest)
    }, every file matches its hash`;
  },
  async store(config) {
    using kv = await openStore(config);
    const key = ["doctor"];
    const written = Date.now();
    await transact(kv, key, (tx) => tx.set(key, written, { expireIn: 60_000 }));
    if ((await kv.get(key)).value !== written) {
      throw new Error("a written row could not be read back");
    }
    return "it can be read and written";
  },
  async "daily run"(config) {
    using kv = await openStore(config);
    const last = await lastRun(kv);
    if (!last) return "none has finished yet";
    const failed = last.steps.filter(({ error }) => error !== null);
    if (failed.length > 0) {
      throw new Error(
        failed.map(({ name, error }) => `${name}: ${error}`).join("; "),
      );
    }
    return `${last.date}, ${plural(last.steps.length, "step")}`;
  },
  async feeds({ feeds }) {
    if (feeds === undefined) return null;
    return (await readFeeds(feeds)).map(({ name }) => name).join(", ");
  },
  async "county's sources"({ sources, snapshot }) {
    if (sources === undefined) return null;
    const names = downloadedSources(await readCountySources(sources));
    if (snapshot === undefined) {
      throw new Error("TWOFLAT_SNAPSHOT names no snapshot to replace");
    }
    return names.join(", ");
  },
  async "outbound requests"({ outboundPorts, outboundNetworks, outboundCa }) {
    using guarded = guardedOutbound({
      ca: await readAuthorities(outboundCa),
      ports: outboundPorts,
      networks: outboundNetworks,
      resolve: () => Promise.resolve(["169.254.169.254"]),
    });
    try {
      await guarded.send("https://metadata.example/", {
        timeout: 2_000,
        maxBytes: 100,
      });
    } catch (error) {
      if (
        error instanceof OutboundError && error.reason === "forbidden_address"
      ) {
        return "private addresses are refused";
      }
      throw error;
    }
    throw new Error("a private address was reached");
  },
  async Telegram({ telegramToken, telegramApi }) {
    if (telegramToken === undefined) return null;
    return `@${await telegramBot(telegramToken, telegramApi).username()}`;
  },
  async "mail server"({ smtpUrl, mailFrom }) {
    if (smtpUrl === undefined) return null;
    await mailer(smtpUrl, mailFrom).verify();
    return "it takes mail from here";
  },
  async "logo on memos"(config) {
    if (config.brandLogo === undefined) return null;
    await readBrand(config);
    return config.brandLogo;
  },
  "operator's secret": ({ writeSecret }) =>
    Promise.resolve(writeSecret === undefined ? null : "set"),
  "public address": ({ publicUrl }) => {
    if (publicUrl?.startsWith("http:")) {
      return Promise.reject(
        new Error("it is http: OAuth and email links need https"),
      );
    }
    return Promise.resolve(publicUrl ?? null);
  },
};

/** `twoflat doctor`: whether everything that a server needs works. */
export function doctorCommand(): CommandUnknownOpts {
  return new Command("doctor")
    .summary("check settings, their files, snapshot, store and channels")
    .description(
      "Checks everything that a server needs, with the settings of the environment. The exit status is 1 if something is wrong.",
    )
    .addOption(jsonOption())
    .addHelpText("after", "\nExamples:\n  $ twoflat doctor")
    .action(async ({ json }) => {
      const config = settings();
      const findings: Finding[] = [];
      for (const [check, work] of Object.entries(CHECKS)) {
        findings.push(
          await work(config).then(
            (detail): Finding => ({
              check,
              outcome: detail === null ? "skipped" : "ok",
              detail: detail ?? "not set up",
            }),
            (error): Finding => ({
              check,
              outcome: "problem",
              detail: errorMessage(error),
            }),
          ),
        );
      }
      if (json) printJson({ findings });
      else {
        const tones = {
          ok: "good",
          skipped: "caution",
          problem: "bad",
        } as const;
        print(table(
          [{ head: "Check" }, { head: "Outcome" }, {
            head: "Detail",
            wraps: true,
          }],
          findings.map(({ check, outcome, detail }) => [
            check,
            style(tones[outcome], outcome),
            detail,
          ]),
        ));
      }
      if (findings.some(({ outcome }) => outcome === "problem")) {
        Deno.exitCode = EXIT.unexpected;
      }
    });
}
