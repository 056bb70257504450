import type { MiddlewareHandler } from "@hono/hono";
import { etag, RETAINED_304_HEADERS } from "@hono/hono/etag";
import { SECURITY_HEADERS } from "./security_headers.ts";

/** What a 304 keeps beside what HTTP asks for. */
const ALWAYS = [
  "x-request-id",
  "access-control-allow-origin",
  "access-control-expose-headers",
  ...Object.keys(SECURITY_HEADERS),
];

/** Tags answers by their content, and answers 304 to a caller that has them. */
export function revalidated(): MiddlewareHandler {
  return etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...ALWAYS] });
}
