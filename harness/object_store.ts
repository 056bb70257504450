/** An object store for tests. */
export interface ObjectStore extends AsyncDisposable {
  /** A place of its own in the store. */
  readonly address: string;
  /** Settings under which clients reach it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Reads a setting, else the environment. */
  env(name: string): string | undefined;
}

/** Settings that name an object store. */
const SETTINGS = [
  "AWS_ENDPOINT_URL",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_REGION",
];

/**
 * Returns the object store that `AWS_ENDPOINT_URL` names, with its credentials in the environment
 * and a bucket `twoflat`; without it a small one in this process, which asks for signed requests.
 */
export function objectStore(): ObjectStore {
  const address = `s3://twoflat/${crypto.randomUUID()}`;
  if (Deno.env.has("AWS_ENDPOINT_URL")) {
    const env = (name: string) => Deno.env.get(name);
    return {
      address,
      env,
      settings: Object.fromEntries(
        SETTINGS.flatMap((name) => env(name) ? [[name, env(name)!]] : []),
      ),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      const signed = request.headers.get("authorization") ?? "";
      if (!signed.startsWith("AWS4-HMAC-SHA256 ")) {
        return new Response(null, { status: 403 });
      }
      if (request.method === "PUT") {
        objects.set(pathname, new Uint8Array(await request.arrayBuffer()));
        return new Response();
      }
      const found = objects.get(pathname);
      return found ? new Response(found) : new Response(null, { status: 404 });
    },
  );
  const settings: Record<string, string> = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${server.addr.port}`,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  };
  return {
    address,
    settings,
    env: (name) => settings[name] ?? Deno.env.get(name),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
