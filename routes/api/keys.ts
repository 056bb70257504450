import { type Context, Hono } from "@hono/hono";
import type { z } from "zod";
import { AuditQuery } from "../../contracts/audit.ts";
import { IssueKey, RotateKey } from "../../contracts/keys.ts";
import { PageQuery } from "../../contracts/page.ts";
import { invalidParams } from "../../contracts/errors.ts";
import { IDEMPOTENCY_KEY } from "../../contracts/saved.ts";
import { UsageQuery } from "../../contracts/usage.ts";
import { jsonSchemaOf } from "../../core/schema/schema_text.ts";
import { parseInput } from "../../core/schema/parse_input.ts";
import { stampOf } from "../../core/service/stamp.ts";
import { readJson } from "./body.ts";
import { operator } from "../middleware/operator.ts";
import { readQuery } from "./query.ts";
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

/** Answers about keys must not be cached. */
export async function neverStored(
  c: Context<RouteEnv>,
  next: () => Promise<void>,
): Promise<void> {
  await next();
  c.header("Cache-Control", "no-store");
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

/** A query string, read strictly. */
export function queryOf<S extends z.ZodObject>(
  c: Context<RouteEnv>,
  schema: S,
): z.output<S> {
  const query = new URL(c.req.url).searchParams;
  return parseInput(
    schema,
    readQuery(jsonSchemaOf(schema, "input"), {}, query),
  );
}

/** A body whose fields are all optional may be left out. */
export async function optionalJson(c: Context<RouteEnv>): Promise<unknown> {
  const empty = c.req.raw.body === null ||
    c.req.header("content-length") === "0";
  return empty ? {} : await readJson(c.req.raw);
}
