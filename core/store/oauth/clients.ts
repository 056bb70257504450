import { LIFETIMES } from "./lifetimes.ts";
import type { OAuthScope } from "../../../contracts/oauth.ts";
import { transact } from "../transact.ts";
import { isId } from "./secret.ts";

/** A program that people may connect. Public: it has no secret. */
export interface OAuthClient {
  /** Given at registration, or the URL of the client's own document. */
  readonly id: string;
  /** The name it gives itself, unverified. */
  readonly name: string | undefined;
  readonly redirectUris: readonly string[];
  /** What it may ask for. */
  readonly scopes: readonly OAuthScope[];
}

/** A client as it is kept, with the time it is forgotten, epoch milliseconds. */
interface ClientRow extends OAuthClient {
  readonly expires: number;
}

const clientKey = (id: string): Deno.KvKey => ["oauth", "client", id];

/** Stores a new client; it is deleted after an hour unless a user approves it. */
export async function saveClient(
  kv: Deno.Kv,
  client: OAuthClient,
  now: number,
): Promise<void> {
  await put(kv, client, now, LIFETIMES.client_unused);
}

/** Keeps a registered client for another year after a user has approved it. */
export async function keepClient(
  kv: Deno.Kv,
  client: OAuthClient,
  now: number,
): Promise<void> {
  await put(kv, client, now, LIFETIMES.client);
}

async function put(
  kv: Deno.Kv,
  client: OAuthClient,
  now: number,
  seconds: number,
): Promise<void> {
  const row: ClientRow = { ...client, expires: now + seconds * 1000 };
  const key = clientKey(client.id);
  await transact(
    kv,
    key,
    (tx) => tx.set(key, row, { expireIn: seconds * 1000 }),
  );
}

/** A registered client; null when there is none, or it has been forgotten. */
export async function readClient(
  kv: Deno.Kv,
  id: string,
  now: number,
): Promise<OAuthClient | null> {
  if (!isId(id)) return null;
  const { value } = await kv.get<ClientRow>(clientKey(id));
  return value && value.expires > now ? value : null;
}
