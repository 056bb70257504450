import { Hono } from "@hono/hono";
import type { OperationAlias } from "../../contracts/operation.ts";
import { Fault } from "../../contracts/errors.ts";
import { jsonSchemaOf } from "../../core/schema/schema_text.ts";
import { serve } from "../../core/service/serve.ts";
import { readMutation } from "./body.ts";
import { type RouteEnv, serveContext, type Service } from "../service.ts";

/**
 * `POST /api/tools/{name}`: any tool under any of its names, for programs that have the catalog
 * but speak no MCP. A deprecated name says so in its headers.
 */
export function toolRoutes(service: Service): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  app.post("/:name", async (c) => {
    const named = service.registry.find(c.req.param("name"));
    if (!named) {
      throw new Fault("not_found", "there is no tool of this name", {
        field: "name",
        expected: "a tool that /api/mcp-tools lists",
      });
    }
    const { operation, alias } = named;
    if (alias) {
      for (
        const [name, value] of deprecationHeaders(
          alias,
          operation.contract.name,
        )
      ) c.header(name, value);
    }
    const context = serveContext(service, c.var, "rest", {
      signal: c.req.raw.signal,
    });
    return c.json(
      await serve(
        operation,
        context,
        await readMutation(
          c.req.raw,
          jsonSchemaOf((alias ?? operation.contract).input, "input"),
        ),
        alias,
      ),
    );
  });
  return app;
}

/** RFC 9745 and RFC 8594: since when a name is deprecated, when it may end, and what follows it. */
function deprecationHeaders(
  { deprecated, sunset }: OperationAlias<
    Service["registry"]["operations"][number]["contract"]["input"]
  >,
  name: string,
): readonly (readonly [string, string])[] {
  return [
    ["Deprecation", `@${Date.parse(deprecated) / 1000}`],
    ["Sunset", new Date(sunset).toUTCString()],
    ["Link", `</api/tools/${name}>; rel="successor-version"`],
  ];
}
