import { LRUCache } from "lru-cache";
import { z } from "zod";
import { OAuthError } from "../../../contracts/oauth.ts";
import type { OAuthClient } from "../../store/oauth/clients.ts";
import { parseJson } from "../../schema/json.ts";
import { clientOf, readMetadata } from "./client_metadata.ts";

/** A document of the web, and how long it may be kept. */
export interface FetchedDocument {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Fetches a public document safely: see `core/delivery/outbound.ts`. */
export type FetchDocument = (url: string) => Promise<FetchedDocument>;

/** Seconds a document is kept unless its headers say otherwise, and at most. */
const KEPT_SECONDS = 300;
const LONGEST_SECONDS = 86_400;

/** Clients kept in memory. */
const MOST = 1_000;

/** What a document must say besides a registration. Source: MCP 2026-07-28, client registration. */
const Required = z.object({
  client_id: z.string(),
  client_name: z.string().min(1),
});

/**
 * Finds clients that are named by the URL of their own document (Client ID Metadata Documents).
 * A good document is kept for as long as its headers say, within bounds; a bad one not at all.
 */
export function documentClients(
  fetchDocument: FetchDocument,
): (id: string) => Promise<OAuthClient> {
  const clients = new LRUCache<string, OAuthClient>({ max: MOST });
  return async (id) => {
    checkUrl(id);
    const kept = clients.get(id);
    if (kept) return kept;
    const { status, headers, text } = await fetchDocument(id).catch((cause) => {
      throw Object.assign(badDocument("could not be fetched"), { cause });
    });
    if (status !== 200) throw badDocument("could not be fetched");
    const client = readDocument(id, text);
    const seconds = freshness(headers.get("cache-control"));
    if (seconds > 0) clients.set(id, client, { ttl: seconds * 1000 });
    return client;
  };
}

/** Whether a client id is a URL, and so the name of a document. */
export function isDocumentId(id: string): boolean {
  return /^https?:\/\//i.test(id);
}

/** Section 3 of the draft: a path, no dot segments, no fragment, no user; and written as a URL parser writes it. */
function checkUrl(id: string): void {
  const url = URL.canParse(id) ? new URL(id) : undefined;
  if (
    !url || url.href !== id || url.protocol !== "https:" ||
    url.pathname === "/" || id.includes("#") || url.username !== "" ||
    url.password !== "" || id.length > 512
  ) {
    throw new OAuthError(
      "invalid_client",
      "client_id must be the id of a registration, or an https address with a path",
    );
  }
}

function readDocument(id: string, text: string): OAuthClient {
  let raw: unknown;
  try {
    raw = parseJson(text);
  } catch {
    throw badDocument("is not JSON");
  }
  const required = Required.safeParse(raw);
  if (!required.success) throw badDocument("lacks client_id or client_name");
  if (required.data.client_id !== id) {
    throw badDocument("names another client_id");
  }
  const metadata = readMetadata(raw);
  const method = metadata.token_endpoint_auth_method ?? "none";
  if (method !== "none") {
    throw badDocument("must say token_endpoint_auth_method none");
  }
  return clientOf(id, metadata);
}

/** Seconds a document may be kept. */
function freshness(cacheControl: string | null): number {
  if (cacheControl === null) return KEPT_SECONDS;
  if (/\b(no-store|no-cache)\b/i.test(cacheControl)) return 0;
  const maxAge = /\bmax-age=(\d+)/i.exec(cacheControl)?.[1];
  return Math.min(LONGEST_SECONDS, Number(maxAge ?? KEPT_SECONDS));
}

function badDocument(what: string): OAuthError {
  return new OAuthError("invalid_client", `the client's document ${what}`);
}
