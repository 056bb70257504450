import { hash } from "node:crypto";
import type { MiddlewareHandler } from "@hono/hono";
import { etag, RETAINED_304_HEADERS } from "@hono/hono/etag";

/** What a 304 keeps besides what HTTP asks for. */
const ALWAYS = [
  "x-request-id",
  "access-control-allow-origin",
  "access-control-expose-headers",
];

/**
 * Tags answers by their content, and answers 304 to a caller that has them. The tags are weak:
 * an answer has the same one whether it is compressed or not.
 */
export function revalidated(): MiddlewareHandler {
  return etag({
    weak: true,
    retainedHeaders: [...RETAINED_304_HEADERS, ...ALWAYS],
  });
}

/** Returns the tag of an answer. A route that has its whole text at hand sets it: what the middleware finds, it need not read again. */
export function tagOf(text: string): string {
  return `W/"${hash("sha1", text)}"`;
}
