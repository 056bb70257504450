import type { Context, NotFoundHandler } from "@hono/hono";
import { Fault } from "../../contracts/errors.ts";
import type { RouteEnv } from "../service.ts";
import type { MethodsOf } from "./methods_of.ts";
import { problemResponse } from "./problem.ts";
import type { Refusals } from "./refusals.ts";

/**
 * Returns the handler of requests that no route takes; a browser gets a page. Only missing paths are
 * limited: every MCP client asks `GET /mcp` for a stream, and goes on only when that is answered 405.
 */
export function unanswered(
  methodsOf: MethodsOf,
  refused: Refusals,
  missingPage: (c: Context<RouteEnv>) => Response,
): NotFoundHandler<RouteEnv> {
  return async function unanswered(c) {
    const methods = methodsOf(c.req.path);
    if (methods.length === 0 || methods.includes(c.req.method)) {
      await refused.count(c, "path");
      const isPerson = c.req.header("accept")?.includes("text/html") &&
        !c.req.path.startsWith("/api/");
      if (isPerson) return missingPage(c);
      return problemResponse(
        c,
        new Fault("not_found", "there is nothing at this path"),
      );
    }
    const allow = methods.join(", ");
    c.header("Allow", allow);
    return problemResponse(
      c,
      new Fault("method_not_allowed", "this path does not take the method", {
        field: "method",
        expected: `one of ${allow}`,
      }),
    );
  };
}
