import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import type { Target } from "../../harness/conformance/calls.ts";
import { startServer } from "../../harness/server_process.ts";
import { ROOT, SUITES } from "./run.ts";

/** A running service. */
export interface Served extends Target, AsyncDisposable {
  /** Id of its key. */
  readonly id: string;
}

/** Starts the service of `harness/conformance/server.ts`. */
export async function serve(...flags: string[]): Promise<Served> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", `${SUITES}/server.ts`, ...flags],
    cwd: ROOT,
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

/** Starts `main.ts` itself on the demo county, with a store of its own and a key of every scope. */
export async function serveMain(): Promise<Served> {
  const { dir } = await demoSnapshot();
  const dataDir = await Deno.makeTempDir();
  const secret = crypto.randomUUID();
  const server = startServer({
    TWOFLAT_SNAPSHOT: dir,
    TWOFLAT_TODAY: DEMO_DAY,
    TWOFLAT_DATA_DIR: dataDir,
    TWOFLAT_PORT: "0",
    TWOFLAT_WRITE_SECRET: secret,
  });
  const url = await server.url;
  const response = await fetch(`${url}/api/keys`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${secret}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      email: "conform@example.com",
      scopes: "read,underwrite,write-state,webhooks",
      rpm_limit: 10_000,
    }),
  });
  const { key, id } = await response.json();
  return {
    url,
    key,
    id,
    secret,
    async [Symbol.asyncDispose]() {
      server.child.kill("SIGTERM");
      await server.ended;
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}

/** Stands before a service and gives each request its key, for suites that can send none. */
export function withKey(
  { url, key }: Served,
): { url: string } & AsyncDisposable {
  const proxy = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set("authorization", `Bearer ${key}`);
      return fetch(`${url}${pathname}${search}`, {
        method: request.method,
        headers,
        body: request.body,
        client: HOST_AS_SENT,
        redirect: "manual",
      });
    },
  );
  return {
    url: `http://127.0.0.1:${proxy.addr.port}`,
    [Symbol.asyncDispose]: () => proxy.shutdown(),
  };
}

/** The suite looks at what a server makes of a foreign Host. */
const HOST_AS_SENT = Deno.createHttpClient({ allowHost: true });
