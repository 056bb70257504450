import { fileURLToPath } from "node:url";

/** The checkout. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Where other people's programs are installed, and what they write. */
export const SCRATCH = `${ROOT}.twoflat/conform`;
/** Ours that stand on their other side. */
export const SUITES = `${ROOT}harness/conformance`;
/** Python environments: most packages get along, and LangChain's adapters need an older `mcp`. */
export const PYTHON_ENVIRONMENTS = ["python", "langchain"] as const;
/** One of them. */
export type PythonEnvironment = (typeof PYTHON_ENVIRONMENTS)[number];

/** Returns the path of a program of a Python environment. */
export const pythonProgram = (
  name: string,
  environment: PythonEnvironment = "python",
): string => `${SCRATCH}/${environment}/bin/${name}`;

/** What a program printed, and whether it ended well. */
export interface Ran {
  readonly ok: boolean;
  readonly text: string;
}

/** What a suite found: whether all is well, and the figure that says how much was looked at. */
export interface Finding {
  readonly ok: boolean;
  readonly figure: string;
}

/** Something cannot be had here; nothing is known about the service. */
export class Unavailable extends Error {}

/** Runs a program in the scratch folder to its end. */
export async function run(
  command: string,
  args: readonly string[],
  options: {
    readonly stdin?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly cwd?: string;
  } = {},
): Promise<Ran> {
  const child = new Deno.Command(command, {
    args: [...args],
    cwd: options.cwd ?? SCRATCH,
    env: { NO_COLOR: "1", NODE_NO_WARNINGS: "1", ...options.env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = child.output();
  const input = child.stdin.getWriter();
  if (options.stdin !== undefined) {
    await input.write(new TextEncoder().encode(options.stdin));
  }
  await input.close();
  const { success, stdout, stderr } = await output;
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { ok: success, text: decode(stdout) + decode(stderr) };
}

/** Whether there is such a program, and it starts. */
export async function has(
  command: string,
  ...args: string[]
): Promise<boolean> {
  return await run(command, args, { cwd: ROOT }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Returns the path of an installed Node program. */
export const bin = (name: string): string =>
  `${SCRATCH}/node_modules/.bin/${name}`;

/** Runs a Node program under this Deno: some need a newer Node than many have. */
export const underDeno = (script: string, ...args: string[]): Promise<Ran> =>
  run(Deno.execPath(), [
    "run",
    "-A",
    "--no-lock",
    "--quiet",
    "--node-modules-dir=manual",
    script,
    ...args,
  ]);

/** Returns the lines that match, or the end of what was printed where none does. */
export function found({ ok, text }: Ran, figure: RegExp, isGood = ok): Finding {
  const all = [...text.matchAll(figure)];
  return isGood && all.length > 0
    ? { ok: true, figure: all.map((match) => match[0].trim()).join(", ") }
    : { ok: false, figure: text.slice(-3_000) };
}
