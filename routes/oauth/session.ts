import type { Handler } from "@hono/hono";
import { networkOf } from "../middleware/client_address.ts";
import { publicOrigin } from "../middleware/public_origin.ts";
import { setSession } from "../middleware/session_cookie.ts";
import type { RouteEnv, Service } from "../service.ts";
import { newIdentity, readIdentity } from "./identity.ts";

/**
 * `POST /oauth/session`: signs a person in at the map as the identity that OAuth knows their
 * browser by, so that what a program does in that identity's name shows there. Unlike a program,
 * the person sees what they have saved. A form of another site cannot ask for it: the identity's
 * cookie is Lax, and browsers name the page's origin.
 */
export function signInAsIdentity(service: Service): Handler<RouteEnv> {
  return async function signInAsIdentity(c) {
    const origin = publicOrigin(service, c);
    const { subject } = readIdentity(c, origin) ?? newIdentity(c, origin);
    const network = networkOf(c.var.address);
    setSession(service, c, await service.sessions.openAs(subject, network));
    c.header("Cache-Control", "no-store");
    return c.body(null, 204);
  };
}
