import { type Context, Hono } from "@hono/hono";
import { OAuthError } from "../../contracts/oauth.ts";
import { ANONYMOUS } from "../../core/access/principal.ts";
import { limits } from "../middleware/limits.ts";
import { problemResponse } from "../middleware/problem.ts";
import { publicOrigin } from "../middleware/public_origin.ts";
import type { RouteEnv, Service } from "../service.ts";
import { askConsent, refusalPage, takeDecision } from "./authorize.ts";
import { CONNECTIONS, endConnection, showConnections } from "./connections.ts";
import { errorAnswer, register, revoke, token } from "./endpoints.ts";
import { metadataRoutes } from "./metadata.ts";
import { signInAsIdentity } from "./session.ts";

const AUTHORIZE = "/oauth/authorize";

/** Paths that people open: errors are pages there. */
const PAGES = [AUTHORIZE, CONNECTIONS];

/** Everything OAuth over HTTP; mounted at the root. */
export function oauthRoutes(service: Service): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  app.route("/", metadataRoutes(service));
  app.use("/oauth/*", async function anybody(c, next) {
    c.set("principal", ANONYMOUS);
    await next();
  }, limits(service, "oauth "));
  app.get(AUTHORIZE, askConsent(service));
  app.post(AUTHORIZE, takeDecision(service));
  app.get(CONNECTIONS, showConnections(service));
  app.post(CONNECTIONS, endConnection(service));
  app.post("/oauth/session", signInAsIdentity(service));
  app.post("/oauth/register", register(service));
  app.post("/oauth/token", token(service));
  app.post("/oauth/revoke", revoke(service));
  app.onError((error, c) => oauthProblem(service, c, error));
  return app;
}

function oauthProblem(
  service: Service,
  c: Context<RouteEnv>,
  error: Error,
): Response | Promise<Response> {
  if (!(error instanceof OAuthError)) return problemResponse(c, error);
  return PAGES.includes(c.req.path)
    ? refusalPage(c, error, publicOrigin(service, c))
    : errorAnswer(c, error);
}
