import {
  bin,
  type Finding,
  found,
  type PythonEnvironment,
  pythonProgram,
  run,
  SCRATCH,
  SUITES,
  underDeno,
} from "./run.ts";
import type { Served } from "./serve.ts";

/** The revisions of the protocol that have a suite. */
export const REVISIONS = ["2025-11-25", "2026-07-28"] as const;
/** A revision of the protocol that has a suite. */
export type Revision = (typeof REVISIONS)[number];

/** Scenarios of the official MCP suite that need nothing of the server but a server, and check something there. */
const WITHOUT_FIXTURES: Readonly<Record<Revision, readonly string[]>> = {
  "2025-11-25": [
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "tools-list",
    "resources-list",
    "sep-2164-resource-not-found",
    "prompts-list",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
    "input-required-result-unsupported-methods",
    "server-sse-multiple-streams",
  ],
};

/** The revision in which a server may ask its client only within a session. */
const STATEFUL: Revision = "2025-11-25";

const MCP_SUITE =
  `${SCRATCH}/node_modules/@modelcontextprotocol/conformance/dist/index.js`;

/** A scenario of the suite, and how many checks it made. */
interface Scenario {
  readonly name: string;
  readonly ok: boolean;
  readonly checks: number;
}

/** The summary's lines, as `✓ caching: 8 passed, 0 failed`. The suite ticks off what checks nothing. */
function scenariosIn(text: string): Scenario[] {
  return [...text.matchAll(/^([✓✗]) ([\w-]+): (\d+) passed, (\d+) failed/gmu)]
    .map(([, mark, name, passed, failed]) => ({
      name,
      ok: mark === "✓" && Number(passed) > 0,
      checks: Number(passed) + Number(failed),
    }));
}

const suite = (url: string, revision: Revision, ...args: string[]) =>
  underDeno(
    MCP_SUITE,
    "server",
    "--url",
    `${url}/mcp`,
    "--requirements",
    revision,
    ...args,
  );

/** Every scenario, against the endpoint with the tools, resources and prompts that the suite asks for. */
export async function mcpWithFixtures(
  url: string,
  revision: Revision,
): Promise<Finding> {
  const ran = await suite(
    url,
    revision,
    ...revision === STATEFUL
      ? ["--expected-failures", `${SUITES}/expected_failures.yaml`]
      : [],
  );
  const scenarios = scenariosIn(ran.text);
  const passed = scenarios.filter(({ ok }) => ok);
  const empty = scenarios.filter(({ checks }) => checks === 0);
  if (!ran.ok || passed.length === 0) {
    return { ok: false, figure: ran.text.slice(-3_000) };
  }
  const not = scenarios.length - passed.length - empty.length;
  return {
    ok: true,
    figure: `${passed.length} scenarios passed; ${not} not: ` +
      "expected_failures.yaml, or not scored by the suite; not counted, since they check nothing: " +
      (empty.map(({ name }) => name).join(", ") || "none"),
  };
}

/** What needs no fixtures, against the product as it is. */
export async function mcpProduct(
  url: string,
  revision: Revision,
): Promise<Finding> {
  const scenarios = scenariosIn((await suite(url, revision)).text);
  const needed = WITHOUT_FIXTURES[revision].map((name) =>
    scenarios.find((each) => each.name === name) ??
      { name, ok: false, checks: 0 }
  );
  const failed = needed.filter(({ ok }) => !ok).map(({ name }) => name);
  const checks = needed.reduce((sum, { checks }) => sum + checks, 0);
  return {
    ok: failed.length === 0,
    figure: failed.length === 0
      ? `${needed.length} scenarios, ${checks} checks`
      : `failed: ${failed.join(", ")}`,
  };
}

/** The endpoint that lists deprecated names as well: the Inspector calls only what is listed. */
const EVERY_NAME = "/mcp?deprecated=true";

/** Every tool under every name, with its first example. */
async function everyTool({ url }: Served) {
  const manifest = await (await fetch(`${url}/mcp/v2/manifest`)).json() as {
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

/** Lists with every warning an error, then calls every tool. */
export async function inspector(served: Served): Promise<Finding> {
  const cli = (...args: string[]) =>
    run(bin("mcp-inspector"), [
      "--cli",
      `${served.url}${EVERY_NAME}`,
      "--header",
      `Authorization: Bearer ${served.key}`,
      // Its 15 seconds are too few on a busy machine.
      "--connect-timeout",
      "60000",
      ...args,
    ]);
  const calls = await everyTool(served);
  const listed = await cli("--method", "tools/list", "--strict");
  // An error of its transport leaves its list empty, and it ends well all the same.
  const missing = calls.filter(({ name }) =>
    !listed.text.includes(`"name": "${name}"`)
  );
  if (!listed.ok || missing.length > 0) {
    const names = missing.map(({ name }) => name).join(", ");
    return {
      ok: false,
      figure: `not listed: ${names}\n${listed.text.slice(-2_000)}`,
    };
  }
  for (const { name, input } of calls) {
    const ran = await cli(
      "--method",
      "tools/call",
      "--tool-name",
      name,
      "--tool-args-json",
      JSON.stringify(input),
    );
    if (!ran.ok || /"isError":\s*true/.test(ran.text)) {
      return { ok: false, figure: `${name}: ${ran.text.slice(-1_000)}` };
    }
  }
  return { ok: true, figure: `${calls.length} tools listed and called` };
}

const CALLED = /^\d+ tools listed.*$/gm;

/** A program in Python that lists and calls every tool with another project's client. */
const pythonClient =
  (program: string, environment?: PythonEnvironment) =>
  async (served: Served) =>
    found(
      await run(pythonProgram("python", environment), [
        `${SUITES}/clients/${program}`,
        `${served.url}${EVERY_NAME}`,
        served.key,
      ], { stdin: JSON.stringify(await everyTool(served)) }),
      CALLED,
    );

/** The official Python client. */
export const pythonMcp = pythonClient("mcp_client.py");
/** fastmcp. */
export const fastmcp = pythonClient("fastmcp_client.py");
/** LangChain's adapters: tools as a chain has them. */
export const langchain = pythonClient("langchain_client.py", "langchain");

/** Vercel's AI SDK: tools as a model's call has them. */
export async function aiSdk(served: Served): Promise<Finding> {
  await Deno.copyFile(
    `${SUITES}/clients/ai_sdk_client.mjs.txt`,
    `${SCRATCH}/ai_sdk_client.mjs`,
  );
  return found(
    await underDeno(
      `${SCRATCH}/ai_sdk_client.mjs`,
      `${served.url}${EVERY_NAME}`,
      served.key,
      JSON.stringify(await everyTool(served)),
    ),
    CALLED,
  );
}
