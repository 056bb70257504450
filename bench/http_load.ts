import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { type Ask, Connection } from "./http_connection.ts";

/** CPU time of a process so far, microseconds. */
interface Cpu {
  readonly user: number;
  readonly system: number;
}

/** A server of the demo county in a process of its own, so that its CPU time can be told from the load's. */
export interface ServedDemo extends AsyncDisposable {
  readonly url: string;
  /** Headers that every request needs. */
  readonly headers: Readonly<Record<string, string>>;
  /** Identifiers of properties to ask about. */
  readonly subjects: readonly string[];
  /** CPU time the server has used, microseconds. */
  cpu(): Promise<number>;
}

/** The command that runs a program on this Deno. */
export const DENO = [Deno.execPath(), "run", "--quiet"];

/** Starts a server of `bench/`, on any free port. */
export function serveDemo(...args: string[]): Promise<ServedDemo> {
  const script = fileURLToPath(new URL("./http_server.ts", import.meta.url));
  return serveProgram([...DENO, "-P=bench", script, ...args]);
}

/** Starts a program that prints its address, then its CPU time for every line on stdin. */
export async function serveProgram(
  [command, ...args]: readonly string[],
): Promise<ServedDemo> {
  const child = new Deno.Command(command, {
    args,
    stdin: "piped",
    stdout: "piped",
    // Where the log goes, a line for every request.
    stderr: "null",
  }).spawn();
  const lines = createInterface({ input: Readable.fromWeb(child.stdout) })
    [Symbol.asyncIterator]();
  const ask = child.stdin.getWriter();
  const line = async () => JSON.parse((await lines.next()).value ?? "null");
  const { url, subjects, headers = {} } = await line();
  return {
    url,
    subjects,
    headers,
    async cpu() {
      await ask.write(new TextEncoder().encode("cpu\n"));
      const { user, system }: Cpu = await line();
      return user + system;
    },
    async [Symbol.asyncDispose]() {
      await ask.close();
      await child.status;
    },
  };
}

/** What a load run found. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  /** The server's CPU time a request, microseconds. */
  readonly cpuMicros: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * Sends `count` requests, `parallel` at a time, after a warm-up of a quarter as many.
 *
 * @throws {Error} when an answer is not 200
 */
export async function load(
  server: ServedDemo,
  make: (n: number) => Ask,
  { count = 4_000, parallel = 16 } = {},
): Promise<LoadResult> {
  const connections = await Promise.all(
    Array.from({ length: parallel }, () => Connection.open(server.url)),
  );
  const times: number[] = [];
  const run = async (total: number) => {
    let next = 0;
    await Promise.all(connections.map(async (connection) => {
      while (next < total) {
        const ask = make(next++);
        const start = performance.now();
        const status = await connection.send(ask);
        if (status !== 200) throw new Error(`${ask.path}: ${status}`);
        times.push(performance.now() - start);
      }
    }));
  };
  await run(count / 4);
  times.length = 0;
  const cpu = await server.cpu();
  const start = performance.now();
  await run(count);
  const seconds = (performance.now() - start) / 1000;
  const used = await server.cpu() - cpu;
  for (const connection of connections) connection.close();
  times.sort((a, b) => a - b);
  return {
    requestsPerSecond: count / seconds,
    cpuMicros: used / count,
    p50: times[Math.floor(count * 0.5)],
    p99: times[Math.floor(count * 0.99)],
  };
}

/** Prints a run as one line of a table. */
export function report(name: string, result: LoadResult): void {
  const { requestsPerSecond, cpuMicros, p50, p99 } = result;
  console.log(
    `${name.padEnd(28)} ${
      requestsPerSecond.toFixed(0).padStart(7)
    } requests/s ` +
      `${cpuMicros.toFixed(0).padStart(6)} us CPU  p50 ${
        p50.toFixed(2)
      } ms  p99 ${p99.toFixed(2)} ms`,
  );
}
