import { posix, win32 } from "node:path";
import ipaddr from "ipaddr.js";
import leven from "leven";
import { z } from "zod";

/** One setting of the service, read from an environment variable. */
export interface Setting<T> {
  /** The environment variable. */
  readonly name: string;
  /** What it decides. */
  readonly about: string;
  /** What a value must look like, in words. */
  readonly expected: string;
  /** Returns the text used when the variable is unset or empty; undefined when there is none. */
  fallback(env: Environment): string | undefined;
  /** Never shown; listings print that it is set, and no more. */
  readonly secret: boolean;
  /** Reads the text. */
  readonly schema: z.ZodType<T, string>;
}

/** A text, or how it follows from the environment. */
type Fallback = string | ((env: Environment) => string);

type Details =
  & Omit<Setting<unknown>, "name" | "schema" | "secret" | "fallback">
  & {
    readonly fallback?: Fallback;
    readonly secret?: boolean;
  };

/** A setting that always has a value. */
function setting<T>(
  name: string,
  schema: z.ZodType<T, string>,
  details: Details & { readonly fallback: Fallback },
): Setting<T>;
/** A setting that may be left out. */
function setting<T>(
  name: string,
  schema: z.ZodType<T, string>,
  details: Details,
): Setting<T | undefined>;
function setting<T>(
  name: string,
  schema: z.ZodType<T, string>,
  details: Details,
): Setting<T> {
  const { fallback } = details;
  return {
    secret: false,
    ...details,
    name,
    schema,
    fallback: typeof fallback === "function" ? fallback : () => fallback,
  };
}

const listOf = <T>(item: z.ZodType<T, string>) =>
  z.string().transform((text) => text.split(",").map((part) => part.trim()))
    .pipe(z.array(item));

const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max));

const hostName = z.string().regex(/^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)$/)
  .toLowerCase();

/** An IPv6 address may come with or without its brackets; it is kept without. */
const address = z.union([z.ipv6(), hostName])
  .transform((text) => text.replace(/^\[(.*)\]$/, "$1"));

const origin = z.string().refine((text) =>
  URL.canParse(text) && new URL(text).origin === text
);

const isNetwork = (text: string) =>
  ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

/** Letters in which a name may differ from the setting that is meant. */
const MOST_TYPOS = 2;

/** Where earlier releases kept data: in the working directory. */
export const OLD_DATA_DIR = ".twoflat";

/** What shows that an earlier release kept data there. */
const KEPT = ["twoflat.kv", "portal"];

/** Returns the system's folder for programs' data of the current user; without a user, the old place. */
export function usualDataDir(
  env: Environment,
  os: typeof Deno.build.os = Deno.build.os,
): string {
  if (os === "windows") {
    const { LOCALAPPDATA, USERPROFILE } = env;
    if (LOCALAPPDATA) return win32.join(LOCALAPPDATA, "twoflat");
    return USERPROFILE
      ? win32.join(USERPROFILE, "AppData", "Local", "twoflat")
      : OLD_DATA_DIR;
  }
  const { HOME, XDG_DATA_HOME } = env;
  // The convention: a path that is not absolute counts as unset.
  if (os !== "darwin" && XDG_DATA_HOME?.startsWith("/")) {
    return posix.join(XDG_DATA_HOME, "twoflat");
  }
  if (!HOME) return OLD_DATA_DIR;
  return os === "darwin"
    ? posix.join(HOME, "Library", "Application Support", "twoflat")
    : posix.join(HOME, ".local", "share", "twoflat");
}

/** Returns where data are kept when nothing says so. */
function dataDirOf(env: Environment): string {
  return KEPT.some((name) => exists(`${OLD_DATA_DIR}/${name}`))
    ? OLD_DATA_DIR
    : usualDataDir(env);
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

const styleUrl = z.url({ protocol: /^https?$/ });

/** Every setting, described once: the start-up check, `twoflat config` and the docs read this table. */
export const SETTINGS = {
  host: setting("TWOFLAT_HOST", address, {
    about: "address the server listens on",
    expected: "an IP address or host name, for example 127.0.0.1",
    fallback: "127.0.0.1",
  }),
  port: setting("TWOFLAT_PORT", wholeNumber(0, 65_535), {
    about:
      "port the server listens on; 0 takes any free one; unset means what hosts set as PORT, then 8787",
    expected: "a whole number from 0 to 65535",
    fallback: ({ PORT }) => PORT || "8787",
  }),
  connections: setting("TWOFLAT_CONNECTIONS", wholeNumber(16, 100_000), {
    about:
      "connections open at once; keep it below six tenths of `ulimit -Hn`, for files and requests of the server's own",
    expected: "a whole number from 16 to 100000",
    fallback: "600",
  }),
  dataDir: setting("TWOFLAT_DATA_DIR", z.string(), {
    about:
      "directory for everything Twoflat keeps: the demo county, the local store, the login; unset means the system's folder for programs' data, or `.twoflat` in the working directory where an earlier release kept a store there",
    expected: "a directory that exists or can be made",
    fallback: dataDirOf,
  }),
  snapshotSeconds: setting(
    "TWOFLAT_SNAPSHOT_SECONDS",
    wholeNumber(1, 86_400),
    {
      about: "how often a server looks whether a newer snapshot is published",
      expected: "a whole number of seconds from 1 to 86400",
      fallback: "60",
    },
  ),
  snapshot: setting("TWOFLAT_SNAPSHOT", z.string(), {
    about: "snapshot to serve; unset means the demo county, made on first use",
    expected:
      "a directory written by `twoflat ingest`, or https://host/prefix or s3://bucket/prefix of `twoflat snapshot publish`",
  }),
  mapStyleUrl: setting("MAP_STYLE_URL", styleUrl, {
    about:
      "style of a basemap that takes the place of our own; browsers then ask its server too",
    expected: "an https URL of a MapLibre style",
  }),
  mapOrigins: setting("MAP_ORIGINS", listOf(origin), {
    about:
      "further servers that the style's tiles, fonts and pictures come from, besides the style's own",
    expected: "http(s) origins, separated by commas",
  }),
  brandName: setting("TWOFLAT_BRAND_NAME", z.string().min(1).max(80), {
    about: "name on memos: yours or your firm's",
    expected: "text of 1 to 80 characters",
  }),
  brandLogo: setting("TWOFLAT_BRAND_LOGO", z.string().min(1).max(1_000), {
    about: "logo on memos",
    expected: "the path of a .png or .jpg file",
  }),
  server: setting("TWOFLAT_SERVER", origin, {
    about:
      "server that the command line asks; unset means it computes on local data",
    expected: "an http(s) origin, for example http://127.0.0.1:8787",
  }),
  key: setting("TWOFLAT_KEY", z.string(), {
    about: "API key that the command line sends to the server",
    expected: "a key that starts with svc_",
    secret: true,
  }),
  cache: setting("TWOFLAT_CACHE", z.string(), {
    about:
      "where the packed command unpacks itself; unset means ~/.cache/twoflat",
    expected: "a directory that exists or can be made",
  }),
  portalToken: setting("TWOFLAT_PORTAL_TOKEN", z.string(), {
    about:
      "app token for the county's open-data portal; unset means a shared, slower pool",
    expected: "an app token of the portal",
    secret: true,
  }),
  photoKey: setting("TWOFLAT_PHOTO_KEY", z.string(), {
    about:
      "key of the Street View Static API, for street photos; it never leaves the server",
    expected: "an API key with the Street View Static API enabled",
    secret: true,
  }),
  photoUrl: setting("TWOFLAT_PHOTO_URL", origin, {
    about: "server of the Street View Static API",
    expected: "an http(s) origin",
    fallback: "https://maps.googleapis.com",
  }),
  censusKey: setting("TWOFLAT_CENSUS_KEY", z.string(), {
    about: "key of the Census Data API, for `twoflat ingest --census`",
    expected: "a key of api.census.gov, which is free",
    secret: true,
  }),
  kvUrl: setting("KV_URL", z.string(), {
    about: "where Deno KV lives; unset means a file in the data directory",
    expected: "a file path, or the http(s) URL of a KV Connect database",
  }),
  kvToken: setting("DENO_KV_ACCESS_TOKEN", z.string(), {
    about: "access token of the KV Connect database; Deno itself reads it",
    expected: "the token the database was set up with",
    secret: true,
  }),
  today: setting("TWOFLAT_TODAY", z.iso.date(), {
    about: "the day to answer for; unset means the clock's, in UTC",
    expected: "a date as YYYY-MM-DD, not before the snapshot's newest sale",
  }),
  publicUrl: setting("TWOFLAT_PUBLIC_URL", origin, {
    about:
      "origin by which callers know the server, for example behind a proxy; unset means the one they name",
    expected: "an http(s) origin, for example https://twoflat.example",
  }),
  allowedHosts: setting("TWOFLAT_ALLOWED_HOSTS", listOf(hostName), {
    about:
      "host names (without port) that requests may name in their Host header",
    expected:
      "host names separated by commas, for example localhost,twoflat.example",
    fallback: "localhost,127.0.0.1,[::1]",
  }),
  allowedOrigins: setting("TWOFLAT_ALLOWED_ORIGINS", listOf(origin), {
    about:
      "web origins whose pages may call the service, besides pages served from an allowed host",
    expected: "origins separated by commas, for example https://map.example",
  }),
  feeds: setting("TWOFLAT_FEEDS", z.string(), {
    about:
      "file that describes the listing feeds to follow (docs/inventory.md); unset means none",
    expected: "a JSON file with a list of feeds",
  }),
  sources: setting("TWOFLAT_SOURCES", z.string(), {
    about:
      "file that describes the county's sources that the daily run refreshes (docs/operating.md); unset means none",
    expected: "a JSON file; TWOFLAT_SNAPSHOT says where the snapshot goes",
  }),
  writeSecret: setting("TWOFLAT_WRITE_SECRET", z.string().min(32), {
    about:
      "the operator's credential for /api/keys and the other operator paths; unset closes them",
    expected:
      "at least 32 random characters, for example from `openssl rand -base64 32`",
    secret: true,
  }),
  selfServe: setting(
    "SELF_SERVE_KEYS",
    z.enum(["0", "1"]).transform((text) => text === "1"),
    {
      about: "whether people may make keys for themselves at /connect",
      expected: "1 or 0",
      fallback: "0",
    },
  ),
  trustedProxies: setting(
    "TWOFLAT_TRUSTED_PROXIES",
    listOf(z.string().refine(isNetwork)),
    {
      about:
        "proxies in front of the server whose X-Forwarded-For is trusted; unset means none",
      expected:
        "addresses or networks separated by commas, for example 10.0.0.0/8,fd00::/8",
    },
  ),
  outboundPorts: setting(
    "TWOFLAT_OUTBOUND_PORTS",
    listOf(wholeNumber(1, 65_535)),
    {
      about: "ports that webhooks and client documents of others may use",
      expected: "port numbers separated by commas, for example 443,8443",
      fallback: "443",
    },
  ),
  outboundNetworks: setting(
    "TWOFLAT_OUTBOUND_NETWORKS",
    listOf(z.cidrv4()),
    {
      about:
        "private networks that webhooks may reach all the same; unset means none",
      expected: "IPv4 networks separated by commas, for example 10.1.2.0/24",
    },
  ),
  reachable: setting(
    "TWOFLAT_REACHABLE",
    listOf(z.string().regex(/^[\w.\[\]:*-]+$/)),
    {
      about:
        "hosts that the server connects to besides those that other settings name, for example an object store's other name",
      expected: "hosts or host:port separated by commas",
    },
  ),
  outboundCa: setting("TWOFLAT_OUTBOUND_CA", z.string(), {
    about:
      "certificates that outbound requests trust in place of the public ones",
    expected: "a PEM file",
  }),
  telegramToken: setting(
    "TWOFLAT_TELEGRAM_TOKEN",
    z.string().regex(/^\d+:[\w-]+$/),
    {
      about: "token of the Telegram bot that sends alerts; unset means none",
      expected: "what BotFather gave, as 1234567:AbC",
      secret: true,
    },
  ),
  telegramApi: setting("TWOFLAT_TELEGRAM_API", origin, {
    about: "origin of Telegram's Bot API, or of a Bot API server of your own",
    expected: "an http(s) origin",
    fallback: "https://api.telegram.org",
  }),
  smtpUrl: setting(
    "TWOFLAT_SMTP_URL",
    z.string().regex(/^smtps?:\/\/\S+$/),
    {
      about: "mail server that alerts leave by; unset means no mail",
      expected: "as smtps://user:password@mail.example:465",
      secret: true,
    },
  ),
  mailFrom: setting("TWOFLAT_MAIL_FROM", z.string().min(3), {
    about: "sender that mails name",
    expected: "an address, for example Twoflat <alerts@twoflat.example>",
    fallback: "Twoflat <alerts@localhost>",
  }),
  log: setting(
    "TWOFLAT_LOG",
    z.enum(["debug", "info", "warn", "error", "off"]),
    {
      about: "least severe log line written to stderr",
      expected: "debug, info, warn, error or off",
      fallback: "info",
    },
  ),
} as const;

/** The settings' values. */
export type Config = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends
    Setting<infer T> ? T
    : never;
};

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment holds settings that do not exist or cannot be read; one line each. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";

  /** @param problems one sentence a setting, in the order of the table, unknown names last */
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

/**
 * Reads the settings. An empty variable counts as unset.
 *
 * @throws {ConfigError} that lists every malformed value and every unknown `TWOFLAT_*` name
 */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (
    const [key, { name, schema, fallback, expected, secret }] of Object.entries(
      SETTINGS,
    )
  ) {
    const text = env[name] || fallback(env);
    if (text === undefined) continue;
    const parsed = (schema as z.ZodType).safeParse(text);
    if (parsed.success) values[key] = parsed.data;
    else {
      const got = secret
        ? "its value is not"
        : `${JSON.stringify(text)} is not`;
      problems.push(`${name}: ${got} ${expected}`);
    }
  }
  const known = new Set<string>(
    Object.values(SETTINGS).map(({ name }) => name),
  );
  for (const name of Object.keys(env).sort()) {
    if (!name.startsWith("TWOFLAT_") || known.has(name)) continue;
    const meant = [...known].find((each) => leven(each, name) <= MOST_TYPOS);
    problems.push(
      `${name}: no such setting${
        meant ? ` (did you mean ${meant}?)` : ""
      }; \`twoflat config\` lists them`,
    );
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as Config;
}

/** A line of `twoflat config`. */
export interface ConfigRow {
  readonly name: string;
  /** The text in effect; null when there is none; `(set)` for a secret. */
  readonly value: string | null;
  readonly source: "environment" | "default" | "unset";
  readonly about: string;
  readonly expected: string;
}

/** Lists every setting with the text in effect and where it comes from. Does not check values. */
export function describeConfig(env: Environment): ConfigRow[] {
  return Object.values<Setting<unknown>>(SETTINGS).map(
    ({ name, fallback, secret, about, expected }) => {
      const given = env[name] || undefined;
      const usual = fallback(env);
      const value = given ?? usual ?? null;
      return {
        name,
        value: secret && value !== null ? "(set)" : value,
        source: given !== undefined
          ? "environment"
          : usual === undefined
          ? "unset"
          : "default",
        about,
        expected,
      };
    },
  );
}
