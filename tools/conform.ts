/**
 * Proves the contract against other people's test suites: `deno task conform [--short]`. Installs
 * them, pinned, into `.twoflat/conform` (npm and PyPI, some minutes once), starts the service on the
 * demo county and runs them one after the other. Needs Node 20 and Python 3.10 or later.
 *
 * Ends with status 75 where the suites cannot be had: no Python, or npm or PyPI out of reach.
 */
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Api, clientProgram } from "../harness/conformance/rest_client.ts";

const HERE = fileURLToPath(new URL("../", import.meta.url));
const SCRATCH = `${HERE}.twoflat/conform`;
const SUITES = `${HERE}harness/conformance`;
const PYTHON = `${SCRATCH}/python/bin`;

const NPM = {
  "@modelcontextprotocol/conformance": "0.2.0-alpha.12",
  "@modelcontextprotocol/inspector": "2.12.0",
  "@redocly/cli": "2.77.0",
  "@stoplight/spectral-cli": "6.16.3",
  "openapi-fetch": "0.17.0",
  "openapi-typescript": "7.13.0",
  "typescript": "5.9.3",
};

const PIP = ["schemathesis==4.32.5", "mcp==2.3.0"];

/** Scenarios of the official MCP suite that need nothing of the server but a server. */
const WITHOUT_FIXTURES: Readonly<Record<string, readonly string[]>> = {
  "2025-11-25": [
    "server-initialize",
    "ping",
    "tools-list",
    "server-sse-multiple-streams",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
    "server-session-lifecycle",
    "server-sse-polling",
  ],
  "2026-07-28": [
    "tools-list",
    "server-sse-multiple-streams",
    "resources-list",
    "sep-2164-resource-not-found",
    "prompts-list",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
    "input-required-result-unsupported-methods",
  ],
};

/** The revision in which a server may ask its client only within a session. */
const STATEFUL = "2025-11-25";

/** What a program printed, and whether it ended well. */
interface Ran {
  readonly ok: boolean;
  readonly text: string;
}

async function run(
  command: string,
  args: readonly string[],
  options: { stdin?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  const child = new Deno.Command(command, {
    args: [...args],
    cwd: SCRATCH,
    env: { NO_COLOR: "1", NODE_NO_WARNINGS: "1", ...options.env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const input = child.stdin.getWriter();
  if (options.stdin !== undefined) {
    await input.write(new TextEncoder().encode(options.stdin));
  }
  await input.close();
  const { success, stdout, stderr } = await child.output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { ok: success, text: decode(stdout) + decode(stderr) };
}

const bin = (name: string) => `${SCRATCH}/node_modules/.bin/${name}`;

/** Runs a Node program under this Deno: the MCP suite needs a newer Node than many have. */
const underDeno = (script: string, ...args: string[]) =>
  run(Deno.execPath(), [
    "run",
    "-A",
    "--no-lock",
    "--quiet",
    "--node-modules-dir=manual",
    script,
    ...args,
  ]);

/** The suites cannot be had here; nothing is known about the service. */
class Unavailable extends Error {}

/** Of sysexits.h: try again another time. */
const EX_TEMPFAIL = 75;

/** What npm and pip say when a registry cannot be reached. */
const OUT_OF_REACH =
  /E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH|HOSTUNREACH)|NewConnectionError|NameResolutionError|(Connect|Read)TimeoutError|ProxyError|ERR_SOCKET_TIMEOUT/;

const PYTHON_OK =
  "import ensurepip, venv, sys; sys.exit(sys.version_info < (3, 10))";

async function installed(command: string, args: string[]): Promise<void> {
  const { ok, text } = await run(command, args);
  if (ok) return;
  if (OUT_OF_REACH.test(text)) {
    throw new Unavailable(`${command.split("/").at(-1)} reaches no registry`);
  }
  throw new Error(`${command} ${args.join(" ")}:\n${text}`);
}

async function install(): Promise<void> {
  await Deno.mkdir(SCRATCH, { recursive: true });
  const wanted = JSON.stringify({ private: true, dependencies: NPM, pip: PIP });
  const stamp = `${SCRATCH}/installed.json`;
  if (await Deno.readTextFile(stamp).catch(() => "") === wanted) return;
  const python = await run("python3", ["-c", PYTHON_OK])
    .catch(() => ({ ok: false }));
  if (!python.ok) throw new Unavailable("no Python 3.10 or later with venv");
  await Deno.writeTextFile(`${SCRATCH}/package.json`, wanted);
  const npm = [
    "install",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--fetch-retries=1",
    "--fetch-timeout=60000",
  ];
  await Promise.all([
    installed("npm", npm),
    installed("python3", ["-m", "venv", "python"]).then(() =>
      installed(`${PYTHON}/pip`, ["install", "--quiet", ...PIP])
    ),
  ]);
  await Deno.writeTextFile(stamp, wanted);
}

/** A running service. */
interface Served extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly id: string;
  readonly secret: string;
}

async function serve(...flags: string[]): Promise<Served> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", `${SUITES}/server.ts`, ...flags],
    cwd: HERE,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const lines = createInterface({ input: Readable.fromWeb(child.stdout) })
    [Symbol.asyncIterator]();
  return {
    ...JSON.parse((await lines.next()).value ?? "null"),
    async [Symbol.asyncDispose]() {
      await child.stdin.close();
      await child.status;
    },
  };
}

/** What a suite found: whether all is well, and the figure that says how much was looked at. */
type Finding = { readonly ok: boolean; readonly figure: string };

/** The last line that matches, or the end of what was printed where none does. */
function found({ ok, text }: Ran, figure: RegExp, isGood = ok): Finding {
  const all = [...text.matchAll(figure)];
  return {
    ok: isGood && all.length > 0,
    figure: isGood && all.length > 0
      ? all.map((match) => match[0].trim()).join(", ")
      : text.slice(-3_000),
  };
}

const MCP_SUITE =
  `${SCRATCH}/node_modules/@modelcontextprotocol/conformance/dist/index.js`;

async function mcpWithFixtures(url: string, revision: string) {
  const ran = await underDeno(
    MCP_SUITE,
    "server",
    "--url",
    `${url}/mcp`,
    "--requirements",
    revision,
    ...(revision === STATEFUL
      ? ["--expected-failures", `${SUITES}/expected_failures.yaml`]
      : []),
  );
  const count = (mark: string) =>
    [...ran.text.matchAll(new RegExp(`^${mark} [\\w-]+:`, "gm"))].length;
  const passed = count("✓");
  return ran.ok && passed > 0
    ? {
      ok: true,
      figure: `${passed} scenarios passed, ${count("✗")} not: ` +
        "expected_failures.yaml, or not scored by the suite",
    }
    : { ok: false, figure: ran.text.slice(-3_000) };
}

async function mcpProduct(url: string, revision: string): Promise<Finding> {
  const { text } = await underDeno(
    MCP_SUITE,
    "server",
    "--url",
    `${url}/mcp`,
    "--requirements",
    revision,
  );
  const needed = WITHOUT_FIXTURES[revision];
  const failed = needed.filter((name) => !text.includes(`✓ ${name}:`));
  return {
    ok: failed.length === 0,
    figure: failed.length === 0
      ? `${needed.length} scenarios`
      : `failed: ${failed.join(", ")}`,
  };
}

/** The MCP endpoint that lists deprecated names as well: the Inspector calls only what is listed. */
const EVERY_NAME = "/mcp?deprecated=true";

/** Every tool under every name, with its first example. */
async function everyCall({ url }: Served) {
  const manifest = await json(`${url}/mcp/v2/manifest`) as {
    tools: { name: string; examples?: { input: unknown }[] }[];
  };
  const legacy: Readonly<Record<string, unknown>> = {
    search_deals: {},
    comps: { lat: 41.8381, lon: -87.6513 },
    underwrite: { lat: 41.8381, lon: -87.6513, price: 300_000 },
  };
  return manifest.tools.map(({ name, examples }) => ({
    name,
    input: examples?.[0].input ?? legacy[name],
  }));
}

/** Fetched by a program, so that this task needs no permission for the network. */
async function json(url: string): Promise<unknown> {
  const { ok, text } = await run("curl", ["--silent", "--fail", url]);
  if (!ok) throw new Error(`${url} did not answer`);
  return JSON.parse(text);
}

async function inspector(served: Served): Promise<Finding> {
  const cli = (...args: string[]) =>
    run(bin("mcp-inspector"), [
      "--cli",
      `${served.url}${EVERY_NAME}`,
      "--header",
      `Authorization: Bearer ${served.key}`,
      ...args,
    ]);
  const listed = await cli("--method", "tools/list", "--strict");
  if (!listed.ok) return { ok: false, figure: listed.text.slice(-2_000) };
  const calls = await everyCall(served);
  for (const { name, input } of calls) {
    const { ok, text } = await cli(
      "--method",
      "tools/call",
      "--tool-name",
      name,
      "--tool-args-json",
      JSON.stringify(input),
    );
    if (!ok || /"isError":\s*true/.test(text)) {
      return { ok: false, figure: `${name}: ${text.slice(-1_000)}` };
    }
  }
  return { ok: true, figure: `${calls.length} tools listed and called` };
}

async function typedClient({ url, key, id, secret }: Served): Promise<Finding> {
  const api = await json(`${url}/api/openapi.json`) as Api;
  await Deno.writeTextFile(`${SCRATCH}/client.ts`, clientProgram(api, id));
  const typed = await run(bin("openapi-typescript"), [
    `${url}/api/openapi.json`,
    "-o",
    "api.d.ts",
  ]);
  if (!typed.ok) return { ok: false, figure: typed.text };
  const checked = await run(bin("tsc"), [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--target",
    "esnext",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--lib",
    "esnext,dom",
    "client.ts",
  ]);
  if (!checked.ok) return { ok: false, figure: checked.text };
  return found(
    await underDeno(`${SCRATCH}/client.ts`, url, key, secret),
    /^\d+ GETs$/gm,
  );
}

async function fuzz(served: Served, examples: number): Promise<Finding> {
  const ran = await run(`${PYTHON}/st`, [
    "--config-file",
    `${SUITES}/schemathesis.toml`,
    "run",
    `${served.url}/api/openapi.json`,
    "--seed",
    "1",
    "--max-examples",
    String(examples),
    "--workers",
    "2",
  ], {
    env: {
      CONFORM_KEY: served.key,
      CONFORM_KEY_ID: served.id,
      CONFORM_SECRET: served.secret,
      PYTHONPATH: SUITES,
    },
  });
  if (ran.ok) return found(ran, /\d+ generated.*$/gm);
  const [failures] = ran.text.match(/=+ (FAILURES|ERRORS) =+[^]*/) ??
    [ran.text];
  return { ok: false, figure: failures.slice(0, 10_000) };
}

async function main(): Promise<void> {
  const { values: { short } } = parseArgs({
    args: Deno.args,
    options: { short: { type: "boolean", default: false } },
  });
  try {
    await install();
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    console.log(`nothing was proven: ${error.message}`);
    Deno.exit(EX_TEMPFAIL);
  }
  await using open = await serve("--open");
  await using fixtures = await serve("--open", "--fixtures");
  await using keyed = await serve();
  await Deno.writeTextFile(
    `${SCRATCH}/.spectral.yaml`,
    'extends: ["spectral:oas"]\n',
  );
  await Deno.writeTextFile(
    `${SCRATCH}/openapi.json`,
    JSON.stringify(await json(`${open.url}/api/openapi.json`), null, 2),
  );
  const steps: (readonly [string, () => Promise<Finding>])[] = [
    ...Object.keys(WITHOUT_FIXTURES).flatMap((revision) =>
      [
        [
          `MCP suite ${revision}, fixtures`,
          () => mcpWithFixtures(fixtures.url, revision),
        ],
        [
          `MCP suite ${revision}, product`,
          () => mcpProduct(open.url, revision),
        ],
      ] as const
    ),
    [
      "redocly",
      async () =>
        found(
          await run(bin("redocly"), ["lint", "openapi.json"]),
          /You have \d+ warnings|is valid/g,
        ),
    ],
    [
      "spectral",
      async () =>
        found(
          await run(bin("spectral"), ["lint", "openapi.json"]),
          /No results.*|✖ \d+ problems? \(0 errors.*\)/g,
        ),
    ],
    ["openapi-typescript, openapi-fetch", () => typedClient(keyed)],
    [
      "Python mcp client",
      async () =>
        found(
          await run(`${PYTHON}/python`, [
            `${SUITES}/mcp_client.py`,
            `${keyed.url}${EVERY_NAME}`,
            keyed.key,
          ], { stdin: JSON.stringify(await everyCall(keyed)) }),
          /^\d+ tools listed.*$/gm,
        ),
    ],
    ["MCP Inspector --strict", () => inspector(keyed)],
  ];
  if (!short) steps.push(["schemathesis", () => fuzz(keyed, 320)]);
  let failed = 0;
  for (const [name, step] of steps) {
    const start = performance.now();
    const { ok, figure } = await step();
    if (!ok) failed++;
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(
      `${ok ? "ok    " : "FAILED"} ${name}: ${figure} (${seconds} s)`,
    );
  }
  console.log(`${steps.length - failed} passed, ${failed} failed`);
  if (failed > 0) Deno.exitCode = 1;
}

await main();
