import { type Call, everyCall } from "../../harness/conformance/calls.ts";
import { clientProgram } from "../../harness/conformance/rest_client.ts";
import { installGo, installJava } from "./install.ts";
import {
  bin,
  type Finding,
  found,
  pythonProgram,
  run,
  SCRATCH,
  SUITES,
  underDeno,
} from "./run.ts";
import type { Served } from "./serve.ts";

/** The document in the scratch folder, from which all clients are made. */
const DOCUMENT = "openapi.json";

const CALLED = /^\d+ operations called$/gm;

/** A program that makes these calls with a client that a generator made. */
type MakeClient = (calls: readonly Call[], served: Served) => Promise<Finding>;

/** Returns the step that makes a client and calls every operation with it. */
const stepOf =
  (n: number, makeClient: MakeClient) =>
  async (served: Served): Promise<Finding> =>
    await makeClient(await everyCall(served, n), served);

const argumentsOf = ({ url, key, secret }: Served) => [url, key, secret];

/** openapi-typescript with openapi-fetch: the program is type-checked, bodies and all. */
export const typescriptClient = stepOf(0, async (calls, served) => {
  await Deno.writeTextFile(`${SCRATCH}/client.ts`, clientProgram(calls));
  const typed = await run(bin("openapi-typescript"), [
    DOCUMENT,
    "-o",
    "api.d.ts",
    // A field with a default may be left out.
    "--default-non-nullable=false",
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
    await underDeno(`${SCRATCH}/client.ts`, ...argumentsOf(served)),
    CALLED,
  );
});

/** openapi-python-client, which reads pictures as files where it is told so. */
export const pythonClient = stepOf(1, async (calls, served) => {
  await Deno.writeTextFile(
    `${SCRATCH}/python-client.json`,
    JSON.stringify({
      post_hooks: [],
      content_type_overrides: {
        "image/*": "application/octet-stream",
        "image/svg+xml": "application/octet-stream",
      },
    }),
  );
  await Deno.mkdir(`${SCRATCH}/python-client`, { recursive: true });
  const made = await run(pythonProgram("openapi-python-client"), [
    "generate",
    "--path",
    DOCUMENT,
    "--output-path",
    "python-client/made",
    "--meta",
    "none",
    "--overwrite",
    "--fail-on-warning",
    "--config",
    "python-client.json",
  ]);
  if (!made.ok) return { ok: false, figure: made.text.slice(-3_000) };
  return found(
    await run(
      pythonProgram("python"),
      [`${SUITES}/clients/client.py`, ...argumentsOf(served)],
      {
        stdin: JSON.stringify(calls),
        env: { PYTHONPATH: `${SCRATCH}/python-client` },
      },
    ),
    CALLED,
  );
});

/** oapi-codegen. */
export const goClient = stepOf(2, async (calls, served) => {
  const generator = await installGo();
  const folder = `${SCRATCH}/go-client`;
  await Deno.mkdir(`${folder}/made`, { recursive: true });
  await Deno.copyFile(`${SUITES}/clients/client.go`, `${folder}/client.go`);
  await Deno.writeTextFile(`${folder}/go.mod`, "module conform\n\ngo 1.24\n");
  const made = await run(generator, [
    "-generate",
    "types,client",
    "-package",
    "made",
    "-o",
    "go-client/made/made.go",
    DOCUMENT,
  ]);
  if (!made.ok) return { ok: false, figure: made.text };
  for (const args of [["mod", "tidy"], ["build", "-o", "client", "."]]) {
    const built = await run("go", args, { cwd: folder });
    if (!built.ok) return { ok: false, figure: built.text.slice(-3_000) };
  }
  return found(
    await run(`${folder}/client`, argumentsOf(served), {
      stdin: JSON.stringify(calls),
    }),
    CALLED,
  );
});

/** openapi-generator's Java client on the HTTP client of the JDK. */
export const javaClient = stepOf(3, async (calls, served) => {
  const [generator, compiler, ...libraries] = await installJava();
  await Deno.remove(`${SCRATCH}/java-client`, { recursive: true })
    .catch(() => {});
  const made = await run("java", [
    "-jar",
    generator,
    "generate",
    "--input-spec",
    DOCUMENT,
    "--generator-name",
    "java",
    "--library",
    "native",
    "--output",
    "java-client",
    "--additional-properties",
    // A list that is not set is left out: the default sends an empty one, which says something else.
    "apiPackage=made.api,modelPackage=made.model,invokerPackage=made,containerDefaultToNull=true",
    "--global-property",
    "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false",
  ]);
  if (!made.ok) return { ok: false, figure: made.text.slice(-3_000) };
  const path = ["java-client/classes", ...libraries].join(":");
  const compiled = await run("java", [
    "-jar",
    compiler,
    "-17",
    "-parameters",
    "-nowarn",
    "-proc:none",
    "-classpath",
    path,
    "-d",
    "java-client/classes",
    "java-client/src/main/java",
    `${SUITES}/clients/Client.java`,
  ]);
  if (!compiled.ok) return { ok: false, figure: compiled.text.slice(-3_000) };
  return found(
    await run("java", ["-classpath", path, "Client", ...argumentsOf(served)], {
      stdin: JSON.stringify(calls),
    }),
    CALLED,
  );
});
