import { type Context, Hono } from "@hono/hono";
import { AuditQuery } from "../../contracts/audit.ts";
import { IssueKey, RotateKey } from "../../contracts/keys.ts";
import { PageQuery } from "../../contracts/page.ts";
import { invalidParams } from "../../contracts/errors.ts";
import { IDEMPOTENCY_KEY } from "../../contracts/saved.ts";
import { UsageQuery } from "../../contracts/usage.ts";
import { parseInput } from "../../core/schema/parse_input.ts";
import { stampOf } from "../../core/service/stamp.ts";
import { optionalJson, readJson } from "./body.ts";
import { operator } from "../middleware/operator.ts";
import { neverStored } from "../middleware/never_stored.ts";
import { queryOf } from "./query.ts";
import type { RouteEnv, Service } from "../service.ts";

/** `/api/keys`: the operator issues, lists, rotates and revokes keys, and sees what they did. */
export function keyRoutes(service: Service): Hono<RouteEnv> {
  const { keys, snapshot } = service;
  const stamp = stampOf(snapshot);
  const app = new Hono<RouteEnv>();
  app.use(operator(service), neverStored);
  app.post("/", async (c) => {
    const input = parseInput(IssueKey, await readJson(c.req.raw));
    const issued = await keys.issue(input, idempotencyKeyOf(c));
    const location = `/api/keys/${issued.id}`;
    return c.json({ ...issued, ...stamp }, 201, { Location: location });
  });
  app.get("/", async (c) =>
    c.json({
      ...await keys.list(queryOf(c, PageQuery)),
      ...stamp,
    }));
  app.get(
    "/:id",
    async (c) => c.json({ ...await keys.find(c.req.param("id")), ...stamp }),
  );
  app.post("/:id/rotate", async (c) => {
    const input = parseInput(RotateKey, await optionalJson(c));
    return c.json({
      ...await keys.rotate(c.req.param("id"), input),
      ...stamp,
    });
  });
  app.post(
    "/:id/revoke",
    async (c) => c.json({ ...await keys.revoke(c.req.param("id")), ...stamp }),
  );
  app.get("/:id/usage", async (c) => {
    const { id } = await keys.find(c.req.param("id"));
    return c.json({
      ...await keys.usage(id, queryOf(c, UsageQuery)),
      ...stamp,
    });
  });
  app.get("/:id/audit", async (c) => {
    const { id } = await keys.find(c.req.param("id"));
    return c.json({
      ...await keys.audit(id, queryOf(c, AuditQuery)),
      ...stamp,
    });
  });
  return app;
}

/**
 * The call's `Idempotency-Key`, if it has one.
 *
 * @throws {Fault} `invalid_params` when it is none
 */
function idempotencyKeyOf(c: Context<RouteEnv>): string | undefined {
  const key = c.req.header("idempotency-key");
  if (key === undefined || IDEMPOTENCY_KEY.test(key)) return key;
  throw invalidParams("Idempotency-Key", "1-80 visible characters");
}
