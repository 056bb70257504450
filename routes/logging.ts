import { configure, getJsonLinesFormatter, getLogger } from "@logtape/logtape";

/** A key or access token, wherever it got into a line: a path, an error. */
const TOKEN = /(svct?_)[\w-]{20,}/g;

/** How long a line that is no error may wait for others, to be written in one piece, milliseconds. */
const FLUSH_MS = 100;

/**
 * Writes log records of at least this severity to stderr, one line of JSON each, errors at once.
 * `off` writes none. Records never hold headers, bodies or query strings, so they hold no secrets.
 */
export async function configureLogging(
  least: "debug" | "info" | "warn" | "error" | "off",
): Promise<void> {
  const format = getJsonLinesFormatter({ properties: "flatten" });
  const { add, flush } = inPieces((text) => console.error(text.trimEnd()));
  addEventListener("unload", flush);
  await configure({
    reset: true,
    sinks: {
      stderr: (record) => {
        add(format(record).replace(TOKEN, "$1[withheld]"));
        if (record.level === "error" || record.level === "fatal") flush();
      },
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

/** Gathers text and writes it `FLUSH_MS` after the first of it: a write costs more than a line. */
function inPieces(write: (text: string) => void) {
  let waiting = "";
  const flush = () => {
    if (waiting !== "") write(waiting);
    waiting = "";
  };
  return {
    flush,
    add(text: string) {
      if (waiting === "") Deno.unrefTimer(setTimeout(flush, FLUSH_MS));
      waiting += text;
    },
  };
}

const log = getLogger(["twoflat", "access"]);

/** Writes that calls could not be metered and audited yet; they are kept and tried again. */
export function logUnwritten(error: unknown): void {
  log.error("usage not written yet", {
    error: error instanceof Error ? error.stack : String(error),
  });
}
