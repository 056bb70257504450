import {
  has,
  PYTHON_ENVIRONMENTS,
  type PythonEnvironment,
  pythonProgram,
  run,
  SCRATCH,
  Unavailable,
} from "./run.ts";

const NPM = {
  "@ai-sdk/mcp": "2.0.99",
  "@modelcontextprotocol/conformance": "0.2.0-alpha.12",
  "@modelcontextprotocol/inspector": "2.12.0",
  "@redocly/cli": "2.77.0",
  "@stoplight/spectral-cli": "6.16.3",
  "openapi-fetch": "0.17.0",
  "openapi-typescript": "7.13.0",
  "typescript": "5.9.3",
};

/** Python packages, by environment. */
const PIP: Readonly<Record<PythonEnvironment, readonly string[]>> = {
  python: [
    "schemathesis==4.32.5",
    "mcp==2.3.0",
    "fastmcp==4.1.2",
    "openapi-python-client==0.29.0",
  ],
  // Its release asks for mcp>=1.24 and imports a class that mcp 2 has no more.
  langchain: ["langchain-mcp-adapters==0.3.1", "mcp==1.30.0"],
};

/** The generator of Go clients, a Go module. */
const OAPI_CODEGEN =
  "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";

/** Files of Maven Central: the generator of Java clients, a compiler, and what such a client needs. */
const MAVEN = [
  "org/openapitools/openapi-generator-cli/7.25.0/openapi-generator-cli-7.25.0.jar",
  "org/eclipse/jdt/ecj/3.40.0/ecj-3.40.0.jar",
  "com/fasterxml/jackson/core/jackson-core/2.21.5/jackson-core-2.21.5.jar",
  "com/fasterxml/jackson/core/jackson-annotations/2.21/jackson-annotations-2.21.jar",
  "com/fasterxml/jackson/core/jackson-databind/2.21.5/jackson-databind-2.21.5.jar",
  "com/fasterxml/jackson/datatype/jackson-datatype-jsr310/2.21.5/jackson-datatype-jsr310-2.21.5.jar",
  "org/openapitools/jackson-databind-nullable/0.2.11/jackson-databind-nullable-0.2.11.jar",
  "com/google/code/findbugs/jsr305/3.0.2/jsr305-3.0.2.jar",
  "jakarta/annotation/jakarta.annotation-api/1.3.5/jakarta.annotation-api-1.3.5.jar",
];

/** What npm and pip say when a registry cannot be reached. */
const OUT_OF_REACH =
  /E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH|HOSTUNREACH)|NewConnectionError|NameResolutionError|(Connect|Read)TimeoutError|ProxyError|ERR_SOCKET_TIMEOUT|dial tcp|Could not resolve host/;

const PYTHON_OK =
  "import ensurepip, venv, sys; sys.exit(sys.version_info < (3, 10))";

async function installed(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<void> {
  const { ok, text } = await run(command, args, { env });
  if (ok) return;
  if (OUT_OF_REACH.test(text)) {
    throw new Unavailable(`${command.split("/").at(-1)} reaches no registry`);
  }
  throw new Error(`${command} ${args.join(" ")}:\n${text}`);
}

/** Does something once for what it depends on. */
async function once(
  name: string,
  wanted: unknown,
  work: () => Promise<void>,
): Promise<void> {
  const stamp = `${SCRATCH}/installed-${name}.json`;
  const text = JSON.stringify(wanted);
  if (await Deno.readTextFile(stamp).catch(() => "") === text) return;
  await work();
  await Deno.writeTextFile(stamp, text);
}

/**
 * Installs the suites that are npm and Python packages.
 *
 * @throws {Unavailable} without Python, or where npm or PyPI is out of reach
 */
export async function installPackages(): Promise<void> {
  await Deno.mkdir(SCRATCH, { recursive: true });
  await once("packages", { NPM, PIP, SCRATCH }, async () => {
    if (!await has("python3", "-c", PYTHON_OK)) {
      throw new Unavailable("no Python 3.10 or later with venv");
    }
    await Deno.writeTextFile(
      `${SCRATCH}/package.json`,
      JSON.stringify({ private: true, dependencies: NPM }),
    );
    await Promise.all([
      installed("npm", [
        "install",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
        "--fetch-retries=1",
        "--fetch-timeout=60000",
      ]),
      ...PYTHON_ENVIRONMENTS.map(async (name) => {
        await installed("python3", ["-m", "venv", "--clear", name]);
        const pip = pythonProgram("pip", name);
        await installed(pip, ["install", "--quiet", ...PIP[name]]);
      }),
    ]);
  });
}

/**
 * Installs the generator of Go clients.
 *
 * @throws {Unavailable} without Go
 */
export async function installGo(): Promise<string> {
  if (!await has("go", "version")) throw new Unavailable("no Go");
  const folder = `${SCRATCH}/go-bin`;
  await once("go", OAPI_CODEGEN, async () => {
    await installed("go", ["install", OAPI_CODEGEN], { GOBIN: folder });
  });
  return `${folder}/oapi-codegen`;
}

/**
 * Fetches the generator of Java clients and what they need, and returns the paths.
 *
 * @throws {Unavailable} without a Java runtime of version 17
 */
export async function installJava(): Promise<string[]> {
  if (!await has("java", "--version")) throw new Unavailable("no Java");
  const folder = `${SCRATCH}/java-lib`;
  await Deno.mkdir(folder, { recursive: true });
  const pathOf = (file: string) => `${folder}/${file.split("/").at(-1)}`;
  await once("java", MAVEN, async () => {
    for (const file of MAVEN) {
      await installed("curl", [
        "--silent",
        "--show-error",
        "--fail",
        "--location",
        "--output",
        pathOf(file),
        `https://repo.maven.apache.org/maven2/${file}`,
      ]);
    }
  });
  return MAVEN.map(pathOf);
}
