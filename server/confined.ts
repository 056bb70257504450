import dns from "node:dns";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { errorMessage, Fault } from "../contracts/errors.ts";
import { type Config, readConfig } from "../core/config.ts";
import { readFeeds } from "../core/inventory/reso/feed.ts";
import { readCountySources } from "../core/jobs/county/county_sources.ts";
import { serverPermissions } from "./permissions.ts";

const ROOT = new URL("../", import.meta.url);

/**
 * Garbage is collected each time the heap has grown by a quarter, not by what V8 thinks best: a
 * third less memory, for a tenth more CPU a call at most. Measured in docs/map.md.
 */
const HEAP = "--v8-flags=--heap-growing-percent=25";

/** Set for the process that is started. */
const STARTED = "CONFINED";

/** Ends this process when the one that started it is no more, however that ended. */
export async function endWithStarter(): Promise<void> {
  if (!Deno.env.has(STARTED)) return;
  await Deno.stdin.readable.pipeTo(new WritableStream());
  Deno.exit(1);
}

/** Returns whether this process may start another. */
export function canConfine(): boolean {
  return Deno.permissions.querySync({ name: "run" }).state === "granted";
}

/**
 * Runs this very program again, in a process that may not start others and has only the permissions
 * that its settings need, and returns that process's exit status. Signals are passed on.
 *
 * @param args of `twoflat serve`
 * @throws {Fault} `invalid_params` where a file or folder that a setting names cannot be used
 */
export async function runConfined(args: readonly string[]): Promise<number> {
  const permissions = await permissionFlags(args);
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      HEAP,
      `--lock=${fileURLToPath(new URL("product.lock", ROOT))}`,
      ...permissions,
      Deno.mainModule,
      ...args,
    ],
    env: { [STARTED]: "1" },
    // Held open as long as this process lives.
    stdin: "piped",
  }).spawn();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, () => {
      try {
        child.kill(signal);
      } catch {
        // It has just ended.
      }
    });
  }
  return (await child.status).code;
}

/** Of a command line or settings that are wrong none: then the server says so and ends. */
async function permissionFlags(args: readonly string[]): Promise<string[]> {
  let config: Config;
  try {
    config = settingsOf(args);
  } catch {
    return ["--allow-env", "--allow-read"];
  }
  await makeDataDir(config.dataDir);
  const { feeds, sources } = config;
  const { read, write, net } = serverPermissions(config, {
    code: [fileURLToPath(ROOT), packages()],
    feeds: feeds === undefined ? [] : await readFeeds(feeds),
    sources: sources === undefined
      ? undefined
      : await readCountySources(sources),
    env: Deno.env.toObject(),
    nameServers: dns.getServers(),
  });
  return [
    "--allow-env",
    `--allow-read=${read}`,
    `--allow-write=${write}`,
    `--allow-net=${net}`,
  ];
}

/** Makes the data folder while that is still allowed. */
async function makeDataDir(dir: string): Promise<void> {
  try {
    await Deno.mkdir(dir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const field = "TWOFLAT_DATA_DIR";
    const why = errorMessage(cause);
    throw new Fault(
      "invalid_params",
      `${field}: ${dir} cannot be used: ${why}`,
      {
        field,
        expected: "a directory that exists or can be made",
        cause,
      },
    );
  }
}

/** The settings, with the options of `twoflat serve` that decide about permissions. */
function settingsOf(args: readonly string[]): Config {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: { port: text, host: text, snapshot: text },
  });
  const { port, host, snapshot } = values;
  const given = Object.entries({
    TWOFLAT_PORT: port,
    TWOFLAT_HOST: host,
    TWOFLAT_SNAPSHOT: snapshot,
  }).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return readConfig({ ...Deno.env.toObject(), ...Object.fromEntries(given) });
}

/** The folder where Deno keeps packages: the map's font is read from there. */
function packages(): string {
  const at = import.meta.resolve("@fontsource-variable/inter/wght.css");
  return fileURLToPath(at.slice(0, at.lastIndexOf("/@fontsource-variable")));
}
