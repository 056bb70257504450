import assert from "node:assert/strict";
import { Problem } from "../contracts/errors.ts";
import type { Scope } from "../contracts/scope.ts";
import type { Access } from "../core/access/access.ts";
import { keysIn } from "../core/access/keys.ts";
import { sessionsIn } from "../core/access/sessions.ts";
import { authorizationServer } from "../core/access/oauth/authorization_server.ts";
import { compileRegistry } from "../core/service/registry.ts";
import { snapshotInventory } from "../core/inventory/snapshot_inventory.ts";
import { type DailySource, dailySteps } from "../core/jobs/daily_steps.ts";
import { operatorConsole } from "../core/jobs/operator_console.ts";
import { valueReviews } from "../core/jobs/value_reviews.ts";
import { channelsIn } from "../core/jobs/channels.ts";
import { savedItems } from "../core/service/workspace.ts";
import { eventTail } from "../core/store/events/tail.ts";
import { type App, createApp } from "../routes/app.ts";
import type { Service } from "../routes/service.ts";
import { bareSnapshot, sample, sampleAt } from "./sample.ts";

/** Where the tests' requests go. No socket is involved. */
export const BASE = "http://127.0.0.1:8787";

/** A store for tests that are about something else. */
const store = await Deno.openKv(":memory:");

/** Access for tests that are about something else: everybody has these scopes and no limit. */
export function unlimited(...scopes: Scope[]): Access {
  return {
    identify: () =>
      Promise.resolve({ kind: "anonymous", scopes: new Set(scopes) }),
    admit: () =>
      Promise.resolve({ allowed: true, limit: 1e6, remaining: 1e6, wait: 0 }),
    note: () => {},
    flush: () => Promise.resolve(),
  };
}

/** The routes over the sample operations. */
export function sampleApp(
  options: Partial<Service> = {},
  makeServer?: Parameters<typeof createApp>[1],
): App {
  const { snapshot = bareSnapshot() } = options;
  const source: DailySource = {
    kv: store,
    snapshot: () => snapshot,
    inventory: () => snapshotInventory(snapshot),
    today: () => options.today?.() ?? 20_000,
    feeds: [],
    env: () => undefined,
  };
  return createApp({
    registry: compileRegistry([sample, sampleAt]),
    snapshot,
    inventory: () => snapshotInventory(snapshot),
    today: () => 20_000,
    access: unlimited("read", "underwrite"),
    keys: keysIn(store),
    sessions: sessionsIn(store),
    saved: savedItems(store),
    channels: channelsIn(store),
    tail: eventTail(store),
    cursorSecret: "a secret of the tests",
    lastRun: () => Promise.resolve(null),
    operatorConsole: operatorConsole(source, dailySteps(source), {
      startedAt: 0,
    }),
    reviews: valueReviews(store),
    oauth: authorizationServer(store, {
      fetchDocument: () => Promise.reject(new Error("no documents here")),
    }),
    trustedProxies: [],
    allowedHosts: ["127.0.0.1", "localhost"],
    allowedOrigins: ["https://map.example"],
    startedAt: Date.now(),
    ...options,
  }, makeServer);
}

/** A request with a Host header, as a server would see it. */
export function request(path: string, init: RequestInit = {}): Request {
  const headers = new Headers(init.headers);
  const host = headers.get("host") ?? "127.0.0.1:8787";
  headers.set("host", host);
  const url = `http://${host}${path}`;
  return new Request(URL.canParse(url) ? url : BASE + path, {
    ...init,
    headers,
  });
}

/** A POST with a JSON content type; a body that is not text or bytes is written as JSON. */
export function post(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Request {
  return request(path, {
    method: "POST",
    body: typeof body === "string" || body instanceof Uint8Array
      ? body as BodyInit
      : JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
}

/** Reads a problem response and checks that it is one in every respect. */
export async function problemOf(response: Response): Promise<Problem> {
  assert.equal(
    response.headers.get("content-type"),
    "application/problem+json",
  );
  const problem = Problem.parse(await response.json());
  assert.equal(problem.status, response.status);
  assert.equal(problem.request_id, response.headers.get("x-request-id"));
  return problem;
}
