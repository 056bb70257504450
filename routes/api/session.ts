import { type Context, Hono } from "@hono/hono";
import { type SessionState, SignIn } from "../../contracts/session.ts";
import type { Principal } from "../../core/access/principal.ts";
import { stampOf } from "../../core/service/stamp.ts";
import { parseInput } from "../../core/schema/parse_input.ts";
import { sessionOf, setSession } from "../middleware/session_cookie.ts";
import type { RouteEnv, Service } from "../service.ts";
import { readJson } from "./body.ts";
import { neverStored } from "../middleware/never_stored.ts";

/** `/api/session`: signs a person's browser in and out, and says whether it is. */
export function sessionRoutes(service: Service): Hono<RouteEnv> {
  const { sessions, access, snapshot } = service;
  const stamped = (state: SessionState) => ({ ...state, ...stampOf(snapshot) });
  const app = new Hono<RouteEnv>();
  app.use(neverStored);
  app.get("/", (c) => c.json(stamped(stateOf(c.var.principal))));
  app.post("/", async (c) => {
    const { key } = parseInput(SignIn, await readJson(c.req.raw));
    const token = await sessions.open(key);
    setSession(service, c, token);
    return c.json(stamped(stateOf(await access.identify(token, c.req.url))));
  });
  app.delete("/", async (c: Context<RouteEnv>) => {
    const token = sessionOf(service, c);
    if (token !== undefined) await sessions.close(token);
    setSession(service, c, undefined);
    return c.json(stamped(SIGNED_OUT));
  });
  return app;
}

const SIGNED_OUT: SessionState = {
  signed_in: false,
  account: null,
  scopes: ["read"],
};

function stateOf(principal: Principal): SessionState {
  if (!("id" in principal)) return SIGNED_OUT;
  return {
    signed_in: true,
    account: principal.id,
    scopes: [...principal.scopes],
  };
}
