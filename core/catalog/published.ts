import { hash } from "node:crypto";
import type { Registry } from "../service/registry.ts";
import { openApiOf } from "./openapi.ts";
import { CONTRACT_NAMES, contractPath, contractSchema } from "./schemas.ts";
import { catalogOf, manifestOf } from "./tools.ts";

/** A document generated from the contracts, serialized once. */
export interface PublishedDocument {
  /** Where it is served. */
  readonly path: string;
  readonly media: string;
  readonly text: string;
  /** Strong entity tag, quoted. */
  readonly etag: string;
}

/** Where the catalog of current tools is served. */
export const CATALOG_PATH = "/api/mcp-tools";

const published = new WeakMap<Registry, readonly PublishedDocument[]>();

/** Everything published about the contracts, in the order of a table of contents; made once for a registry. */
export function publish(registry: Registry): readonly PublishedDocument[] {
  let documents = published.get(registry);
  if (!documents) published.set(registry, documents = documentsOf(registry));
  return documents;
}

function documentsOf(registry: Registry): PublishedDocument[] {
  return [
    document("/mcp/v2/manifest", manifestOf(registry)),
    document(CATALOG_PATH, catalogOf(registry)),
    document("/api/openapi.json", openApiOf(registry)),
    ...CONTRACT_NAMES.map((name) =>
      document(
        contractPath(name),
        contractSchema(name),
        "application/schema+json",
      )
    ),
  ];
}

/** Returns a document as served: serialized, with its entity tag. */
export function document(
  path: string,
  value: unknown,
  media = "application/json",
): PublishedDocument {
  const text = JSON.stringify(value);
  const etag = `W/"${hash("sha256", text, "base64url").slice(0, 27)}"`;
  return { path, media, text, etag };
}
