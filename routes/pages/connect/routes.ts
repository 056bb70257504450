import { type Context, Hono } from "@hono/hono";
import { LIMITS } from "../../../contracts/constants/limits.ts";
import { Fault } from "../../../contracts/errors.ts";
import {
  type IssuedKey,
  IssueKey,
  RotateKey,
} from "../../../contracts/keys.ts";
import { OAuthError } from "../../../contracts/oauth.ts";
import { parseInput } from "../../../core/schema/parse_input.ts";
import { ANONYMOUS } from "../../../core/access/principal.ts";
import { networkOf } from "../../middleware/client_address.ts";
import { limits } from "../../middleware/limits.ts";
import { readForm } from "../../oauth/form.ts";
import {
  type Identity,
  newIdentity,
  readIdentity,
} from "../../oauth/identity.ts";
import { sendShell } from "../shell.ts";
import { publicOrigin } from "../../middleware/public_origin.ts";
import type { RouteEnv, Service } from "../../service.ts";
import { connectBody, type ConnectView } from "./view.ts";

/** How long a page's forms may be sent, milliseconds. */
const PAGE_MS = 3_600_000;

const SCOPES = LIMITS.self_serve.scopes;

const CHART_DAYS = 30;
const LATEST_CALLS = 20;

/** `/connect`: people make keys for themselves, and see, renew and revoke them. */
export function connectRoutes(service: Service): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  app.use(async function anybody(c, next) {
    c.set("principal", ANONYMOUS);
    await next();
  }, limits(service, "connect "));
  app.get("/", async (c) => {
    const origin = publicOrigin(service, c);
    const identity = readIdentity(c, origin) ?? newIdentity(c, origin);
    return await show(service, c, identity);
  });
  app.post("/", async (c) => {
    const origin = publicOrigin(service, c);
    const identity = readIdentity(c, origin);
    if (!identity) {
      return await show(service, c, newIdentity(c, origin), {
        problem:
          "This browser blocks cookies, or has lost the one that identifies your keys.",
      });
    }
    try {
      const issued = await act(service, c, identity);
      return await show(service, c, identity, { issued });
    } catch (error) {
      if (!(error instanceof Fault || error instanceof OAuthError)) throw error;
      return await show(service, c, identity, { problem: error.message });
    }
  });
  return app;
}

/**
 * Does what a form asks.
 *
 * @returns the key to show, if there is a new one
 * @throws {Fault | OAuthError} when the form is not good, or asks for too much
 */
async function act(
  { keys }: Service,
  c: Context<RouteEnv>,
  { subject: owner, signed }: Identity,
): Promise<IssuedKey | undefined> {
  const form = await readForm(c.req.raw);
  const at = Number(form.get("at"));
  const age = Date.now() - at;
  if (
    !signed(signedText(at), form.get("signature") ?? "") ||
    !(age >= 0 && age <= PAGE_MS)
  ) {
    throw new OAuthError(
      "invalid_request",
      "This page has expired: try again.",
    );
  }
  const id = form.get("id") ?? "";
  switch (form.get("action")) {
    case "issue": {
      const input = parseInput(IssueKey, {
        scopes: SCOPES.filter((scope) => form.has(`scope-${scope}`)).join(","),
        email: form.get("email"),
        label: form.get("label") || undefined,
        rpm_limit: LIMITS.self_serve.rpm,
      });
      // A form sent twice, as by a double click, makes one key.
      const sent = JSON.stringify([form.get("signature"), input]);
      const network = networkOf(c.var.address);
      return await keys.issueTo(owner, input, network, sent);
    }
    case "rotate": {
      const input = parseInput(RotateKey, {
        overlap_seconds: Number(form.get("overlap_seconds")),
      });
      return await keys.rotate(id, input, { owner });
    }
    case "revoke":
      await keys.revoke(id, { owner });
      return undefined;
    default:
      throw new OAuthError("invalid_request", "The form names no action.");
  }
}

/** The page, with the person's keys as they are now. */
async function show(
  service: Service,
  c: Context<RouteEnv>,
  { subject: owner, sign }: Identity,
  said: Pick<ConnectView, "issued" | "problem"> = {},
): Promise<Response> {
  const { keys, access } = service;
  // What this server has not written yet belongs into the chart too.
  await access.flush();
  const now = Date.now();
  const own = await Promise.all(
    (await keys.list({ limit: SHOWN_KEYS }, owner)).keys.map(async (key) => ({
      key,
      usage: await keys.usage(key.id, { days: CHART_DAYS }),
      latest: (await keys.audit(key.id, { limit: LATEST_CALLS })).entries,
    })),
  );
  const view: ConnectView = {
    origin: publicOrigin(service, c),
    proof: { at: now, signature: sign(signedText(now)) },
    keys: own,
    now,
    ...said,
  };
  return sendShell(c, {
    title: "API keys",
    at: "/connect",
    body: connectBody(view),
    scripts: ["copy.js"],
  }, { status: said.problem ? 400 : 200, formTargets: ["'self'"] });
}

/** Keys on the page, the newest. */
const SHOWN_KEYS = 20;

const signedText = (at: number) => `connect\n${at}`;
