import type { Context } from "@hono/hono";
import { LRUCache } from "lru-cache";
import { hash } from "node:crypto";
import { LIMITS } from "../../contracts/constants/limits.ts";
import { Fault } from "../../contracts/errors.ts";
import { memoryLimiter } from "../../core/access/access.ts";
import type { RouteEnv } from "../service.ts";
import { networkOf } from "./client_address.ts";

const { refused_per_minute } = LIMITS;

/** Credentials remembered as good. */
const REMEMBERED = 10_000;

/** Counts the bad credentials and missing paths of a network, on each server alone and in memory, so that a refusal is cheap. */
export interface Refusals {
  /**
   * Counts a refused call.
   *
   * @param what is counted apart from what else
   * @throws {Fault} `rate_limited` when there were too many
   */
  count(c: Context<RouteEnv>, what: "bearer" | "path"): Promise<void>;
  /**
   * Looks a bearer token up, unless its network has sent too many bad ones and this is not one
   * that was good before.
   *
   * @throws {Fault} `rate_limited`, and what `find` throws
   */
  guard<R>(
    c: Context<RouteEnv>,
    token: string,
    find: () => Promise<R>,
  ): Promise<R>;
}

/** Starts counting. */
export function refusals(): Refusals {
  const limits = memoryLimiter();
  const shut = new LRUCache<string, number>({ max: REMEMBERED });
  const good = new LRUCache<string, true>({ max: REMEMBERED });
  const keyOf = (c: Context<RouteEnv>, what: string) =>
    `${what} ${networkOf(c.get("address"))}`;

  async function count(c: Context<RouteEnv>, what: string): Promise<void> {
    const key = keyOf(c, what);
    const { allowed, wait } = await limits.network(key, refused_per_minute);
    if (allowed) return;
    shut.set(key, Date.now() + wait);
    throw tooMany(c, wait);
  }

  return {
    count,
    async guard(c, token, find) {
      const known = hash("sha256", token, "base64url");
      const wait = (shut.get(keyOf(c, "bearer")) ?? 0) - Date.now();
      if (wait > 0 && !good.has(known)) throw tooMany(c, wait);
      try {
        const found = await find();
        good.set(known, true);
        return found;
      } catch (error) {
        if (error instanceof Fault && error.code === "unauthorized") {
          good.delete(known);
          await count(c, "bearer");
        }
        throw error;
      }
    },
  };
}

function tooMany(c: Context<RouteEnv>, wait: number): Fault {
  c.header("Retry-After", String(Math.ceil(wait / 1000)));
  return new Fault(
    "rate_limited",
    `more than ${refused_per_minute} failed calls a minute; wait ${
      Math.ceil(wait / 1000)
    } s`,
    { expected: "a valid credential, or a path that exists" },
  );
}
