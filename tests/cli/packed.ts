import process from "node:process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What a run of the command left behind. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run the command. */
export interface RunOptions {
  /** Added to the environment, which is otherwise almost empty. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly cwd?: string;
}

/** The packed command in a directory of its own, as a user would have it. */
export interface Packed {
  /** The one file. */
  readonly path: string;
  /** A directory that is empty at first; the default working directory. */
  readonly home: string;
  /** The environment of every run. */
  readonly env: Readonly<Record<string, string>>;
  run(args: readonly string[], options?: RunOptions): Promise<Outcome>;
  remove(): Promise<void>;
}

/** Packs the command once; a test file calls this at its top and runs the result many times. */
export async function packed(): Promise<Packed> {
  const home = await Deno.makeTempDir({ prefix: "twoflat-cli-" });
  const path = `${home}/twoflat`;
  const build = await new Deno.Command(process.execPath, {
    args: ["run", "--quiet", "-A", "tools/pack.ts", "--store", "--out", path],
    cwd: ROOT,
  }).output();
  if (!build.success) throw new Error(new TextDecoder().decode(build.stderr));
  const env = {
    PATH: "/usr/bin:/bin",
    HOME: home,
    DENO_DIR: `${home}/deno`,
    TWOFLAT_CACHE: `${home}/cache`,
    TWOFLAT_DATA_DIR: `${ROOT}.twoflat/data`,
  };
  return {
    path,
    home,
    env,
    async run(args, options = {}) {
      const child = new Deno.Command(path, {
        args: [...args],
        cwd: options.cwd ?? home,
        clearEnv: true,
        env: { ...env, ...options.env },
        stdin: options.stdin === undefined ? "null" : "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      if (options.stdin !== undefined) {
        const writer = child.stdin.getWriter();
        await writer.write(new TextEncoder().encode(options.stdin));
        await writer.close();
      }
      const { code, stdout, stderr } = await child.output();
      const text = new TextDecoder();
      return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
    },
    remove: () => Deno.remove(home, { recursive: true }),
  };
}
