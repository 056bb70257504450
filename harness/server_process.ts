import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Where a server of a test keeps what it says no other place for. */
const DATA_DIR = fileURLToPath(new URL("../.twoflat/data", import.meta.url));

/** The server in a process of its own. */
export interface ServerProcess {
  readonly child: Deno.ChildProcess;
  /** Everything written to stdout and stderr so far. */
  readonly output: { readonly text: string };
  /** Resolves with the server's origin when it listens; rejects when it ends first. */
  readonly url: Promise<string>;
  /** Resolves when both outputs have ended. */
  readonly ended: Promise<Deno.CommandStatus>;
}

/**
 * Starts `main.ts` with these settings and nothing else of the environment that it reads.
 *
 * @param files the hard limit of open files; unset leaves it
 * @param confined starts it as `deno task start` does, as a process with only what it needs
 */
export function startServer(
  env: Readonly<Record<string, string>>,
  { files, confined = false }: {
    readonly files?: number;
    readonly confined?: boolean;
  } = {},
): ServerProcess {
  const permissions = confined ? "-P=start" : "-P=server";
  const command = [Deno.execPath(), "run", "--quiet", permissions, MAIN];
  const [program, ...args] = files === undefined
    ? command
    : ["sh", "-c", `ulimit -n ${files}; exec "$@"`, "sh", ...command];
  const child = new Deno.Command(program, {
    args,
    env: {
      ...cleanEnvironment(),
      NO_COLOR: "1",
      TWOFLAT_DATA_DIR: DATA_DIR,
      ...env,
    },
    clearEnv: true,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = { text: "" };
  const { promise: url, resolve, reject } = Promise.withResolvers<string>();
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      output.text += text;
      const found = /^Twoflat \S+ at (\S+):/m.exec(output.text);
      if (found) resolve(found[1]);
    }
  };
  const ended = Promise.all([
    child.status,
    read(child.stdout),
    read(child.stderr),
  ])
    .then(([status]) => {
      reject(new Error(`the server ended: ${output.text}`));
      return status;
    });
  url.catch(() => {});
  return { child, output, url, ended };
}

function cleanEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Deno.env.toObject())
      .filter(([name]) => !/^(TWOFLAT_|KV_URL$|DENO_KV)/.test(name)),
  );
}
