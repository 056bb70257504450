import { type Handler, Hono } from "@hono/hono";
import { z } from "zod";
import { parseInput } from "../../core/schema/parse_input.ts";
import { stampOf } from "../../core/service/stamp.ts";
import {
  CATALOG_PATH,
  document,
  publish,
  type PublishedDocument,
} from "../../core/catalog/published.ts";
import { revalidated } from "../middleware/revalidated.ts";
import type { RouteEnv, Service } from "../service.ts";

const NO_INPUT = z.object({}).strict();

/** How long a published document may be kept unasked, seconds: a release can change it. */
const MAX_AGE = 300;

/** What is promised, for machines: every document is text made once at start. */
export function contractRoutes(
  { registry, snapshot }: Service,
): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  for (const each of publish(registry)) {
    const served = each.path === CATALOG_PATH
      ? document(each.path, {
        ...JSON.parse(each.text),
        ...stampOf(snapshot),
      })
      : each;
    app.get(each.path, revalidated(), serveDocument(served));
  }
  return app;
}

function serveDocument(
  { text, media, etag }: PublishedDocument,
): Handler<RouteEnv> {
  return function document(c) {
    parseInput(NO_INPUT, c.req.query());
    return c.body(text, 200, {
      "Content-Type": media,
      "Cache-Control": `public, max-age=${MAX_AGE}`,
      "ETag": etag,
    });
  };
}
