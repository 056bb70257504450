/**
 * Proves the contract against other people's programs: `deno task conform [--short] [--only TEXT]`.
 * Installs them, pinned, into `.twoflat/conform` (npm, PyPI, Maven and Go, some minutes once), starts
 * the service on the demo county and runs them one after the other. Needs Node 20 and Python 3.10 or
 * later; Java 17 and Go for the clients in those languages, which are left out without them.
 *
 * Ends with status 75 where the suites cannot be had: no Python, or npm or PyPI out of reach.
 */
import { parseArgs } from "node:util";
import {
  goClient,
  javaClient,
  pythonClient,
  typescriptClient,
} from "./conform/clients.ts";
import { redocly, spectral } from "./conform/documents.ts";
import { fuzz } from "./conform/fuzz.ts";
import { installPackages } from "./conform/install.ts";
import {
  aiSdk,
  fastmcp,
  inspector,
  langchain,
  mcpProduct,
  mcpWithFixtures,
  pythonMcp,
  REVISIONS,
} from "./conform/mcp.ts";
import { type Finding, SCRATCH, Unavailable } from "./conform/run.ts";
import { serve, type Served, serveMain, withKey } from "./conform/serve.ts";

/** Of sysexits.h: try again another time. */
const EX_TEMPFAIL = 75;

/** What steps run against: the server itself, the product without limits, and that with the suite's fixtures. */
interface Servers {
  readonly main: Served;
  /** The server itself, with its key on each request. */
  readonly keyed: { readonly url: string };
  readonly unlimited: Served;
  readonly fixtures: Served;
}

/** What is run, in order. */
interface Step {
  readonly name: string;
  /** Part of the long run only. */
  readonly long?: true;
  run(servers: Servers): Promise<Finding>;
}

const STEPS: readonly Step[] = [
  ...REVISIONS.flatMap((revision): Step[] => [
    {
      name: `MCP suite ${revision}, fixtures`,
      run: ({ fixtures }) => mcpWithFixtures(fixtures.url, revision),
    },
    {
      name: `MCP suite ${revision}, main.ts with a key`,
      run: ({ keyed }) => mcpProduct(keyed.url, revision),
    },
  ]),
  { name: "Redocly, recommended-strict", run: redocly },
  { name: "Spectral, all", run: spectral },
  {
    name: "MCP Inspector --strict",
    run: ({ main }) => inspector(main),
  },
  { name: "Python mcp", run: ({ main }) => pythonMcp(main) },
  { name: "fastmcp", long: true, run: ({ main }) => fastmcp(main) },
  {
    name: "langchain-mcp-adapters",
    long: true,
    run: ({ main }) => langchain(main),
  },
  { name: "@ai-sdk/mcp", long: true, run: ({ main }) => aiSdk(main) },
  {
    name: "TypeScript: openapi-typescript, openapi-fetch",
    run: ({ main }) => typescriptClient(main),
  },
  {
    name: "Python: openapi-python-client",
    long: true,
    run: ({ main }) => pythonClient(main),
  },
  { name: "Go: oapi-codegen", long: true, run: ({ main }) => goClient(main) },
  {
    name: "Java: openapi-generator",
    long: true,
    run: ({ main }) => javaClient(main),
  },
  {
    name: "schemathesis",
    long: true,
    run: ({ unlimited }) => fuzz(unlimited, 30),
  },
];

async function main(): Promise<void> {
  const { values: { short, only } } = parseArgs({
    args: Deno.args,
    options: {
      short: { type: "boolean", default: false },
      only: { type: "string", default: "" },
    },
  });
  try {
    await installPackages();
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    console.log(`nothing was proven: ${error.message}`);
    Deno.exit(EX_TEMPFAIL);
  }
  await using main = await serveMain();
  await using keyed = withKey(main);
  await using unlimited = await serve();
  await using fixtures = await serve("--open", "--fixtures");
  const document = await (await fetch(`${main.url}/api/openapi.json`)).json();
  await Deno.writeTextFile(
    `${SCRATCH}/openapi.json`,
    JSON.stringify(document, null, 2),
  );
  const counts = { passed: 0, failed: 0, "left out": 0 };
  for (const { name, long, run } of STEPS) {
    if ((short && long) || !name.includes(only)) continue;
    const start = performance.now();
    const { ended, figure } = await run({ main, keyed, unlimited, fixtures })
      .then(
        ({ ok, figure }) => ({
          ended: ok ? "passed" as const : "failed" as const,
          figure,
        }),
        (error) => ({
          ended: error instanceof Unavailable
            ? "left out" as const
            : "failed" as const,
          figure: String(error.stack ?? error),
        }),
      );
    counts[ended]++;
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${ended.padEnd(8)} ${name}: ${figure} (${seconds} s)`);
  }
  const told = Object.entries(counts).map(([what, n]) => `${n} ${what}`);
  console.log(told.join(", "));
  if (counts.failed > 0) Deno.exitCode = 1;
}

await main();
