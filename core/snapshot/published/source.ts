import { AwsClient } from "aws4fetch";
import { z } from "zod";
import { Fault } from "../../../contracts/errors.ts";

/** What a published snapshot consists of; its address holds the newest as `current.json`. */
export const Pointer = z.object({
  format: z.literal(1),
  id: z.string().regex(/^[\w-]{4,100}$/),
  published_at: z.iso.datetime(),
  files: z.array(
    z.object({
      file: z.string().regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/),
      bytes: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }).strict(),
  ).min(1).max(10_000),
}).strict();
/** What a published snapshot consists of. */
export type Pointer = z.infer<typeof Pointer>;

/** Where snapshots are published: an https address to read, or a bucket to read and write. */
export interface PublishedSnapshots {
  /** Without anything secret. */
  readonly address: string;
  /** Returns the answer for a file below the address; the signal ends it, its body included. */
  get(path: string, signal?: AbortSignal): Promise<Response>;
  /** Writes a file below the address. Throws `Fault` where it cannot be written. */
  put(path: string, body: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** Environment variables, as the AWS tools name them. */
type Environment = (name: string) => string | undefined;

/** Returns whether a snapshot is named by an address instead of a directory. */
export function isAddress(snapshot: string): boolean {
  return /^(https?|s3):\/\//.test(snapshot);
}

/**
 * Returns the place that an address names: `https://host/prefix`, or `s3://bucket/prefix` with
 * `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION` and, for an object store that is not
 * Amazon's, `AWS_ENDPOINT_URL`.
 *
 * @throws {Fault} `invalid_params` for another address, or without credentials
 */
export function publishedAt(
  address: string,
  env: Environment,
): PublishedSnapshots {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "s3:") return bucketAt(url, env);
  const isLocal = url?.hostname === "127.0.0.1" ||
    url?.hostname === "localhost";
  if (!url || !(url.protocol === "https:" || isLocal)) {
    throw new Fault("invalid_params", "the snapshot's address is not usable", {
      field: "TWOFLAT_SNAPSHOT",
      expected: "a directory, https://host/prefix or s3://bucket/prefix",
    });
  }
  const base = address.replace(/\/+$/, "");
  return {
    address: base,
    get: (path, signal) =>
      fetch(`${base}/${path}`, { signal, cache: "no-store" }),
    put: () => {
      throw new Fault("invalid_params", "an https address is only read", {
        field: "to",
        expected: "s3://bucket/prefix",
      });
    },
  };
}

const regionOf = (env: Environment) => env("AWS_REGION") ?? "us-east-1";

/** Returns the URL of the object store that `s3://` addresses mean. */
export function bucketEndpoint(env: Environment): string {
  return env("AWS_ENDPOINT_URL_S3") ?? env("AWS_ENDPOINT_URL") ??
    `https://s3.${regionOf(env)}.amazonaws.com`;
}

function bucketAt(url: URL, env: Environment): PublishedSnapshots {
  const needed = (name: string): string => {
    const value = env(name);
    if (value) return value;
    throw new Fault("invalid_params", `${name} is not set`, {
      field: name,
      expected: "credentials of the object store",
    });
  };
  const region = regionOf(env);
  const client = new AwsClient({
    accessKeyId: needed("AWS_ACCESS_KEY_ID"),
    secretAccessKey: needed("AWS_SECRET_ACCESS_KEY"),
    sessionToken: env("AWS_SESSION_TOKEN"),
    region,
    service: "s3",
    retries: 3,
  });
  const endpoint = bucketEndpoint(env);
  const prefix = url.pathname.replace(/^\/+|\/+$/g, "");
  const base = [endpoint.replace(/\/+$/, ""), url.hostname, prefix]
    .filter(Boolean).join("/");
  return {
    address: url.href.replace(/\/+$/, ""),
    get: (path, signal) => client.fetch(`${base}/${path}`, { signal }),
    async put(path, body) {
      const answer = await client.fetch(`${base}/${path}`, {
        method: "PUT",
        body,
      });
      await answer.body?.cancel();
      if (answer.ok) return;
      throw new Fault(
        "upstream_unavailable",
        `the object store answered ${answer.status} to ${path}`,
        { field: "to", expected: "a bucket that these credentials may write" },
      );
    },
  };
}
