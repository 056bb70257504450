import { configure, getJsonLinesFormatter, getLogger } from "@logtape/logtape";

/** A key or access token, wherever it got into a line: a path, an error. */
const TOKEN = /(svct?_)[\w-]{20,}/g;

/**
 * Writes log records of at least this severity to stderr, one line of JSON each. `off` writes
 * none. Records never hold headers, bodies or query strings, so they hold no secrets.
 */
export async function configureLogging(
  least: "debug" | "info" | "warn" | "error" | "off",
): Promise<void> {
  const format = getJsonLinesFormatter({ properties: "flatten" });
  await configure({
    reset: true,
    sinks: {
      stderr: (record) =>
        console.error(format(record).trimEnd().replace(TOKEN, "$1[withheld]")),
    },
    loggers: [
      {
        category: ["logtape", "meta"],
        lowestLevel: "warning",
        sinks: ["stderr"],
      },
      {
        category: "twoflat",
        sinks: least === "off" ? [] : ["stderr"],
        lowestLevel: least === "off"
          ? "fatal"
          : least === "warn"
          ? "warning"
          : least,
      },
    ],
  });
}

const log = getLogger(["twoflat", "access"]);

/** Writes that calls could not be metered and audited yet; they are kept and tried again. */
export function logUnwritten(error: unknown): void {
  log.error("usage not written yet", {
    error: error instanceof Error ? error.stack : String(error),
  });
}
