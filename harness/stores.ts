import { kvConnect } from "../fixtures/kv_connect/server.ts";
import { freePort, listening } from "./ports.ts";

/** A store that several handles, in one process or several, can open. */
export interface TestStore extends AsyncDisposable {
  /** What `KV_URL` would say. */
  readonly url: string;
  open(): Promise<Deno.Kv>;
}

/** A kind of store that the service runs on. */
export interface StoreKind {
  readonly name: string;
  /** Whether other handles and processes see the same data. */
  readonly shared: boolean;
  start(): Promise<TestStore>;
}

const ACCESS_TOKEN = "token-of-the-tests";

/** The open-source denokv server, where `DENOKV` names its binary (`cargo install denokv`). */
const DENOKV = Deno.env.get("DENOKV");

/** Deno's own databases, and KV Connect. */
export const STORES: readonly StoreKind[] = [
  { name: ":memory:", shared: false, start: startMemory },
  { name: "a file", shared: true, start: startFile },
  { name: "KV Connect", shared: true, start: startConnect },
  ...DENOKV
    ? [{ name: "denokv", shared: true, start: () => startDenokv(DENOKV) }]
    : [],
];

async function startMemory(): Promise<TestStore> {
  const kv = await Deno.openKv(":memory:");
  return {
    url: ":memory:",
    open: () => Promise.resolve(kv),
    [Symbol.asyncDispose]: () => Promise.resolve(kv.close()),
  };
}

async function startFile(): Promise<TestStore> {
  const dir = await Deno.makeTempDir();
  return storeAt(
    `${dir}/kv`,
    () => Deno.remove(dir, { recursive: true }),
  );
}

/** A KV Connect database in this process. */
function startConnect(): Promise<TestStore> {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    kvConnect(ACCESS_TOKEN).fetch,
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  return Promise.resolve(storeAt(url, () => server.shutdown()));
}

async function startDenokv(binary: string): Promise<TestStore> {
  const dir = await Deno.makeTempDir();
  const port = freePort();
  const child = new Deno.Command(binary, {
    args: [
      "--sqlite-path",
      `${dir}/kv`,
      "serve",
      "--addr",
      `127.0.0.1:${port}`,
    ],
    env: { DENO_KV_ACCESS_TOKEN: ACCESS_TOKEN },
    stdout: "null",
    stderr: "null",
  }).spawn();
  await listening(port, child);
  return storeAt(`http://127.0.0.1:${port}`, async () => {
    child.kill();
    await child.status;
    await Deno.remove(dir, { recursive: true });
  });
}

function storeAt(url: string, end: () => Promise<void>): TestStore {
  // Deno reads the token of a remote database from the environment only.
  Deno.env.set("DENO_KV_ACCESS_TOKEN", ACCESS_TOKEN);
  const handles: Deno.Kv[] = [];
  return {
    url,
    async open() {
      const kv = await Deno.openKv(url);
      handles.push(kv);
      return kv;
    },
    async [Symbol.asyncDispose]() {
      for (const kv of handles) kv.close();
      await end();
    },
  };
}
