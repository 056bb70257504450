import type { SnapshotData } from "../core/engine/snapshot.ts";
import type { Principal } from "../core/operations/principal.ts";
import type { Registry } from "../core/operations/registry.ts";
import type { ServeContext } from "../core/operations/serve.ts";

/** What the routes serve, put together by `main.ts` or a test. */
export interface Service {
  readonly registry: Registry;
  readonly snapshot: SnapshotData;
  /** The day to answer for, days since 1970-01-01 UTC. */
  today(): number;
  /** Who a caller without a credential is. */
  readonly anonymous: Principal;
  /** Host names that requests may name, without port. */
  readonly allowedHosts: readonly string[];
  /** Web origins that may call, beside those on an allowed host. */
  readonly allowedOrigins: readonly string[];
  /** When the service started, epoch milliseconds. */
  readonly startedAt: number;
}

/** What the middleware leaves for the handlers. */
export interface RouteEnv {
  readonly Variables: {
    readonly requestId: string;
    readonly principal: Principal;
  };
}

/** What a handler may use in one request. */
export function serveContext(
  service: Service,
  principal: Principal,
  rest: Pick<ServeContext, "signal" | "progress">,
): ServeContext {
  return {
    snapshot: service.snapshot,
    today: service.today(),
    principal,
    ...rest,
  };
}
