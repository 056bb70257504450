import { DAY_MS } from "../contracts/day.ts";
import type { SnapshotData } from "../core/engine/snapshot.ts";
import type { Inventory } from "../core/inventory/inventory.ts";
import type { Brand } from "../core/answers/memo/brand.ts";
import { LIMITS } from "../contracts/constants/limits.ts";
import type { RunReport } from "../contracts/runs.ts";
import type { InventoryIndex } from "../core/inventory/index/inventory_index.ts";
import type { AuditEntry } from "../contracts/audit.ts";
import type { Access } from "../core/access/access.ts";
import type { Keys } from "../core/access/keys.ts";
import type { Sessions } from "../core/access/sessions.ts";
import type { AuthorizationServer } from "../core/access/oauth/authorization_server.ts";
import type { Principal } from "../core/access/principal.ts";
import type { Registry } from "../core/service/registry.ts";
import type { Channels } from "../core/service/channels.ts";
import type { Replays } from "../core/service/replay.ts";
import type { RequestMetrics } from "./middleware/request_metrics.ts";
import type { OperatorConsole } from "../core/jobs/operator_console.ts";
import type { ValueReviews } from "../core/jobs/value_reviews.ts";
import type { EventTail } from "../core/service/workspace.ts";
import type { SavedItems } from "../core/service/workspace.ts";
import type { TileThread } from "../core/tiles/tile_thread.ts";
import type { ServeContext } from "../core/service/serve.ts";

/** What the routes serve, put together by `server/` or a test. */
export interface Service {
  readonly registry: Registry;
  readonly snapshot: SnapshotData;
  /** Why a newer snapshot is not served; undefined while the newest is. */
  snapshotProblem?(): string | undefined;
  /** The public listings as they are now. */
  inventory(): Inventory;
  /** The scored listings for sale of that inventory; unset means made when first asked for. */
  index?(): InventoryIndex;
  /** Where street photos come from; unset means that none is set up. */
  readonly photos?: PhotoSource;
  /** The day to answer for, days since 1970-01-01 UTC. */
  today(): number;
  readonly access: Access;
  readonly keys: Keys;
  readonly sessions: Sessions;
  readonly saved: SavedItems;
  /** Where alerts go. */
  readonly channels: Channels;
  /** Follows the logs of saved items and maps. */
  readonly tail: EventTail;
  /** Signs cursors: the same on all servers of one store. */
  readonly cursorSecret: string;
  readonly oauth: AuthorizationServer;
  /** Origin by which callers know the service; unset means the one they name. */
  readonly publicUrl?: string;
  /** The operator's credential; unset closes the operator's paths. */
  readonly writeSecret?: string;
  /** Whether people may make keys for themselves at `/connect`. */
  readonly selfServe?: boolean;
  /** The company named on memos; unset: none. */
  readonly brand?: Brand;
  /** Style of a basemap in place of our own, with sources that pages may load. */
  readonly mapStyleUrl?: string;
  /** Cuts a tile of the map away from this thread; unset means in it. */
  readonly cutTile?: TileThread["cut"];
  /** Further servers that the style sends browsers to. */
  readonly mapOrigins?: readonly string[];
  /** Proxies whose X-Forwarded-For is trusted: addresses and networks as `10.0.0.0/8`. */
  readonly trustedProxies: readonly string[];
  /** Host names that requests may name, without port. */
  readonly allowedHosts: readonly string[];
  /** Web origins that may call, besides those on an allowed host. */
  readonly allowedOrigins: readonly string[];
  /** The last daily run; null before the first. */
  lastRun(): Promise<RunReport | null>;
  /** What the operator sees and does. */
  readonly operatorConsole: OperatorConsole;
  /** How answers with an id came about; unset keeps none. */
  readonly replays?: Replays;
  /** Counts requests; unset counts none. */
  readonly metrics?: RequestMetrics;
  /** Reports of values that look wrong. */
  readonly reviews: ValueReviews;
  /** When the service started, epoch milliseconds. */
  readonly startedAt: number;
}

/** Who sent a request, from where, and its id. */
export interface Caller {
  readonly principal: Principal;
  /**
   * Looks the caller's credential up again.
   *
   * @throws {Fault} `unauthorized` once it has ended
   */
  readonly identifyAgain: () => Promise<Principal>;
  /** IP address. */
  readonly address: string;
  readonly requestId: string;
  /** Where a caller without the right credential finds out how to get one (RFC 9728); unset where OAuth opens nothing. */
  readonly resourceMetadata?: string;
}

/** What the connection tells, and what the middleware leaves for the handlers. */
export interface RouteEnv {
  readonly Bindings: Connection;
  readonly Variables: Caller;
}

/** Where a request came in. */
export interface Connection {
  /** IP address of the socket's other end; unset when there is no socket. */
  readonly peer?: string;
}

/** Photos of what one sees from the street. */
export interface PhotoSource {
  /** The photo at a position; null where there is none. Throws `Fault` `upstream_unavailable`. */
  at(lat: number, lon: number): Promise<Photo | null>;
  /** False where it is known that there is no photo. */
  has(lat: number, lon: number): boolean;
}

/** A picture as it is sent. */
export interface Photo {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Media type. */
  readonly type: string;
}

/** What a handler may use in one request. Metered and audited when the caller has an account. */
export function serveContext(
  service: Service,
  { principal, address, requestId }: Caller,
  transport: AuditEntry["transport"],
  rest: Pick<ServeContext, "signal" | "progress">,
): ServeContext {
  const { snapshot, access, saved, channels, reviews, replays, cursorSecret } =
    service;
  const today = service.today();
  const now = Date.now();
  return {
    snapshot,
    inventory: service.inventory(),
    index: service.index?.(),
    today,
    // On another day than the clock's, the question is asked at its end.
    ...(Math.floor(now / DAY_MS) === today && { now }),
    lastRun: async () => (await service.lastRun())?.finished_at ?? null,
    hasPhoto: service.photos && ((lat, lon) => service.photos!.has(lat, lon)),
    principal,
    saved: saved.of(principal),
    channels: channels.of(principal),
    reviews: reviews.of(principal, address),
    replays,
    cursorSecret,
    onServed: ({ name, cost }, outcome) =>
      access.note(principal, {
        tool: name,
        transport,
        address,
        outcome,
        units: outcome === "ok" ? LIMITS.cost_units[cost] : 0,
        request_id: requestId,
      }),
    ...rest,
  };
}
