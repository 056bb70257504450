import { type Context, Hono } from "@hono/hono";
import { jsonSchemaOf } from "../../core/schema/schema_text.ts";
import { serve } from "../../core/service/serve.ts";
import { readMutation } from "./body.ts";
import { readQuery } from "./query.ts";
import { revalidated, tagOf } from "../middleware/revalidated.ts";
import { type RouteEnv, serveContext, type Service } from "../service.ts";

/** A route for every operation, derived from its contract. Mounted below `/api`. */
export function restRoutes(service: Service): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  for (const operation of service.registry.operations) {
    const { input, rest } = operation.contract;
    const schema = jsonSchemaOf(input, "input");
    const path = rest.path.replace(/\{([^}]+)\}/g, ":$1");
    const answer = (c: Context<RouteEnv>, raw: unknown) =>
      serve(
        operation,
        serveContext(service, c.var, "rest", { signal: c.req.raw.signal }),
        raw,
      );
    if (rest.method === "GET") {
      app.get(path, revalidated(), async (c) => {
        const query = new URL(c.req.url).searchParams;
        const text = JSON.stringify(
          await answer(c, readQuery(schema, c.req.param(), query)),
        );
        return c.body(text, 200, {
          "Content-Type": "application/json",
          "Cache-Control": "no-cache",
          "ETag": tagOf(text),
        });
      });
    } else {
      app.post(
        path,
        async (c) =>
          c.json(await answer(c, await readMutation(c.req.raw, schema))),
      );
    }
  }
  return app;
}
