import type { Context, Handler } from "@hono/hono";
import { Fault } from "../../contracts/errors.ts";
import { OAuthError } from "../../contracts/oauth.ts";
import { readJson } from "../api/body.ts";
import { publicOrigin } from "../middleware/public_origin.ts";
import type { RouteEnv, Service } from "../service.ts";
import { readForm } from "./form.ts";

/** Answers that hold secrets, or would be wrong tomorrow. */
const NO_STORE = { "Cache-Control": "no-store", Pragma: "no-cache" };

/** `POST /oauth/register` (RFC 7591). */
export function register({ oauth }: Service): Handler<RouteEnv> {
  return async function register(c) {
    const metadata = await readJson(c.req.raw).catch((error) => {
      if (!(error instanceof Fault)) throw error;
      throw new OAuthError("invalid_client_metadata", error.message);
    });
    return c.json(await oauth.register(metadata), 201, NO_STORE);
  };
}

/** `POST /oauth/token` (OAuth 2.1, section 3.2). */
export function token(service: Service): Handler<RouteEnv> {
  return async function token(c) {
    refuseCredential(c);
    const form = await readForm(c.req.raw);
    const answer = await service.oauth.token(form, publicOrigin(service, c));
    return c.json(answer, 200, NO_STORE);
  };
}

/** `POST /oauth/revoke` (RFC 7009). */
export function revoke({ oauth }: Service): Handler<RouteEnv> {
  return async function revoke(c) {
    refuseCredential(c);
    await oauth.revoke(await readForm(c.req.raw));
    return c.body(null, 200, NO_STORE);
  };
}

/** An OAuth error as JSON (RFC 6749, section 5.2): 401 only for a client that tried a header. */
export function errorAnswer(
  c: Context<RouteEnv>,
  { code, message }: OAuthError,
): Response {
  const body = { error: code, error_description: message };
  const tried = code === "invalid_client" &&
    c.req.header("authorization") !== undefined;
  return tried
    ? c.json(body, 401, {
      ...NO_STORE,
      "WWW-Authenticate": 'Basic realm="none: clients have no secret"',
    })
    : c.json(body, 400, NO_STORE);
}

/** Clients have no secret, so an Authorization header is a mistake that must not pass for a check. */
function refuseCredential(c: Context<RouteEnv>): void {
  if (c.req.header("authorization") === undefined) return;
  throw new OAuthError(
    "invalid_client",
    "clients of this server have no secret: send client_id in the body",
  );
}
