import { type Context, Hono, type MiddlewareHandler } from "@hono/hono";
import { routePath } from "@hono/hono/route";
import { AuditQuery } from "../../contracts/audit.ts";
import { Fault } from "../../contracts/errors.ts";
import { RotateKey } from "../../contracts/keys.ts";
import { PageQuery } from "../../contracts/page.ts";
import { UsageQuery } from "../../contracts/usage.ts";
import { parseInput } from "../../core/schema/parse_input.ts";
import type { Account } from "../../core/access/principal.ts";
import { requireScopes } from "../../core/access/scopes.ts";
import { stampOf } from "../../core/service/stamp.ts";
import { optionalJson } from "./body.ts";
import { queryOf } from "./query.ts";
import { neverStored } from "../middleware/never_stored.ts";
import { accountOf, ownerOf } from "./account.ts";
import type { RouteEnv, Service } from "../service.ts";

/** `/api/me`: what a caller with a credential may see and do about it. */
export function meRoutes(
  { keys, access, snapshot }: Service,
): Hono<RouteEnv> {
  const stamp = stampOf(snapshot);
  const app = new Hono<RouteEnv>();
  app.use(neverStored);
  const audited: MiddlewareHandler<RouteEnv> = async function audited(c, next) {
    await next();
    const { principal, address, requestId } = c.var;
    const outcome = c.error instanceof Fault
      ? c.error.code
      : c.error
      ? "internal"
      : "ok";
    access.note(principal, {
      tool: `${c.req.method} ${routePath(c, -1)}`,
      transport: "rest",
      address,
      outcome,
      units: 0,
      request_id: requestId,
    });
  };
  // Operations below /api/me are audited as every operation is.
  for (const path of ["/usage", "/audit", "/keys/*"]) {
    app.use(path, audited);
  }
  app.get("/usage", async (c) => {
    const { id } = ownerOf(c, "seeing usage");
    return c.json({
      ...await keys.usage(id, queryOf(c, UsageQuery)),
      ...stamp,
    });
  });
  app.get("/audit", async (c) => {
    const { id } = ownerOf(c, "seeing the audit");
    return c.json({
      ...await keys.audit(id, queryOf(c, AuditQuery)),
      ...stamp,
    });
  });
  app.get("/keys", async (c) => {
    const { owner } = holderOf(c);
    return c.json({
      ...await keys.list(queryOf(c, PageQuery), owner),
      ...stamp,
    });
  });
  app.post("/keys/:id/rotate", async (c) => {
    const { owner } = changing(c);
    const input = parseInput(RotateKey, await optionalJson(c));
    return c.json({
      ...await keys.rotate(c.req.param("id"), input, { owner }),
      ...stamp,
    });
  });
  app.post("/keys/:id/revoke", async (c) => {
    const { owner } = changing(c);
    return c.json({
      ...await keys.revoke(c.req.param("id"), { owner }),
      ...stamp,
    });
  });
  return app;
}

/** Keys and their emails are shown to keys only: a program let in by OAuth is not to learn who its user is. */
function holderOf(c: Context<RouteEnv>): Account {
  const account = accountOf(c);
  if (account.kind !== "key") {
    requireScopes(account, "seeing keys", "write-state");
  }
  return account;
}

/** A key may always be changed with itself; an owner's other keys need `write-state`. */
function changing(c: Context<RouteEnv, "/keys/:id/:change">): Account {
  const account = accountOf(c);
  if (account.kind !== "key" || account.id !== c.req.param("id")) {
    requireScopes(account, "changing another key", "write-state");
  }
  return account;
}
