import { errorMessage } from "../../contracts/errors.ts";

/** Severities, the least first. */
const LEVELS = ["debug", "info", "warn", "error", "off"] as const;

/** A key, access token or refresh token, wherever it got into a line: a path, an error. */
const TOKEN = /(svc[tr]?_)[\w-]{20,}/g;

/** A code, cookie or other secret of 43 characters: nothing else that is logged is a word as long. */
const SECRET =
  /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z0-9])[A-Za-z0-9_-]{43}(?![\w-])/g;

/** How long what is no warning or error may wait, milliseconds: many lines are made and written in much less time than one by one. */
const FLUSH_MS = 100;

/** What a line says. */
interface Entry {
  readonly level: "info" | "warn" | "error";
  readonly part: "http" | "access" | "events" | "inventory" | "jobs";
  readonly message: string;
  /** Never headers, bodies or query strings, so that there is no secret in them. */
  readonly properties: Readonly<Record<string, unknown>>;
}

let threshold = LEVELS.indexOf("off");
let waiting: (Entry & { readonly at: number })[] = [];

/** Has lines of at least this severity written to stderr; before, and with `off`, there are none. */
export function configureLogging(least: (typeof LEVELS)[number]): void {
  threshold = LEVELS.indexOf(least);
  addEventListener("unload", flush);
}

/** Writes a line of JSON, a warning or error at once. */
export function log(entry: Entry): void {
  if (LEVELS.indexOf(entry.level) < threshold) return;
  if (waiting.length === 0) Deno.unrefTimer(setTimeout(flush, FLUSH_MS));
  waiting.push({ ...entry, at: Date.now() });
  if (entry.level !== "info") flush();
}

function flush(): void {
  if (waiting.length > 0) console.error(waiting.map(lineOf).join("\n"));
  waiting = [];
}

function lineOf(
  { at, level, message, part, properties }: (typeof waiting)[number],
): string {
  return JSON.stringify({
    "@timestamp": new Date(at).toISOString(),
    level: level.toUpperCase(),
    message,
    logger: `twoflat.${part}`,
    ...properties,
  }).replace(TOKEN, "$1[withheld]").replace(SECRET, "[withheld]");
}

/** Writes that calls could not be metered and audited yet; they are kept and tried again. */
export function logUnwritten(error: unknown): void {
  log({
    level: "error",
    part: "access",
    message: "usage not written yet",
    properties: { error: error instanceof Error ? error.stack : String(error) },
  });
}

/** Writes that the logs of saved items could not be read; open streams stay, and the next look tries again. */
export function logUnread(error: unknown): void {
  log({
    level: "error",
    part: "events",
    message: "event logs not read",
    properties: { error: error instanceof Error ? error.stack : String(error) },
  });
}

/** Writes what a run of a feed came to. */
export function logSynced(
  { name }: { readonly name: string },
  { counts, rejections }: {
    readonly counts: object;
    readonly rejections: readonly unknown[];
  },
): void {
  log({
    level: "info",
    part: "inventory",
    message: "feed read",
    properties: { feed: name, ...counts, first_rejected: rejections[0] },
  });
}

/** Writes that a feed could not be read; the next run goes on from there. */
export function logUnsynced(
  { name }: { readonly name: string },
  error: unknown,
): void {
  log({
    level: "error",
    part: "inventory",
    message: "feed not read",
    properties: { feed: name, error: errorMessage(error) },
  });
}

/** Writes that listings could not be scored just now; it is tried again. */
export function logUnscored(error: unknown): void {
  log({
    level: "error",
    part: "inventory",
    message: "listings not scored",
    properties: { error: errorMessage(error) },
  });
}

/** Writes that the stored listings could not be read just now. */
export function logUnfollowed(error: unknown): void {
  log({
    level: "error",
    part: "inventory",
    message: "listings not read yet",
    properties: { error: errorMessage(error) },
  });
}

/** Writes why a snapshot without a fit is slow; nothing where there is no reason. */
export function logUnfitted(why: string | null): void {
  if (why === null) return;
  log({ level: "warn", part: "jobs", message: why, properties: {} });
}

/** Writes that a newer snapshot is served. */
export function logReplaced(before: string, now: string): void {
  log({
    level: "info",
    part: "jobs",
    message: "snapshot replaced",
    properties: { before, now },
  });
}

/** Writes that a job in the background failed; it is tried again. */
export function logFailed(error: unknown): void {
  log({
    level: "error",
    part: "jobs",
    message: "a job in the background failed",
    properties: { error: error instanceof Error ? error.stack : String(error) },
  });
}
