import { errorMessage } from "../../contracts/errors.ts";
import { DAY_MS } from "../../contracts/day.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import type { Inventory } from "../inventory/inventory.ts";
import type { InventoryIndex } from "../inventory/index/inventory_index.ts";
import type { Feed } from "../inventory/reso/feed.ts";
import { trySyncFeed } from "../inventory/reso/sync_feed.ts";
import { indexOf } from "../service/index_of.ts";
import { pruneDead } from "../store/delivery/dead_letters.ts";
import { pruneAudit } from "../store/metering/audit.ts";
import { sendDigests } from "./alerts/digests.ts";
import { matchAndRaise } from "./alerts/match_and_raise.ts";
import {
  type CountyRefresh,
  refreshCounty,
  type RefreshOutcome,
} from "./county/refresh_county.ts";
import { type DailySteps, PartlyFailed } from "./daily.ts";

/** What the steps of the daily run work on. */
export interface DailySource {
  readonly kv: Deno.Kv;
  snapshot(): SnapshotData;
  /** The public listings as they are now. */
  inventory(): Inventory;
  /** The scored listings where the server keeps them. */
  readonly index?: () => InventoryIndex | undefined;
  /** Waits until that index has the listings of now, scored. */
  readonly scored?: (signal: AbortSignal) => Promise<void>;
  /** The day to answer for, days since 1970-01-01 UTC. */
  today(): number;
  readonly feeds: readonly Feed[];
  /** Reads a secret of a feed from the environment. */
  env(name: string): string | undefined;
  /** Origin of the links in alerts. */
  readonly publicUrl?: string;
  /** Fetches a newer snapshot, where the server serves a published one. */
  readonly refreshSnapshot?: () => Promise<boolean>;
  /** The county's sources that the server refreshes; unset means none. */
  readonly county?: CountyRefresh;
  /** Told that there may be something to send. */
  readonly wake?: () => void;
}

/** Returns the listings of now, all scored. */
export async function scoredIndex(
  source: DailySource,
  signal: AbortSignal,
): Promise<InventoryIndex> {
  await source.scored?.(signal);
  return await indexOf({
    snapshot: source.snapshot(),
    inventory: source.inventory(),
    index: source.index?.(),
    today: source.today(),
    signal,
  });
}

/** How long dead letters are kept, milliseconds. */
const DEAD_KEPT = 90 * DAY_MS;

/** Returns what each step of the daily run does. */
export function dailySteps(source: DailySource): DailySteps {
  const { kv, feeds, publicUrl, refreshSnapshot, county } = source;
  const scored = (signal: AbortSignal) => scoredIndex(source, signal);
  return {
    ...(county && {
      sources: async (context) =>
        done(await refreshCounty(kv, county, source.snapshot(), context)),
    }),
    ...(refreshSnapshot && {
      snapshot: async ({ dryRun }) => ({
        replaced: !dryRun && await refreshSnapshot() ? 1 : 0,
      }),
    }),
    async feeds({ dryRun, signal }) {
      const counts = {
        feeds: feeds.length,
        read: 0,
        added: 0,
        changed: 0,
        removed: 0,
      };
      const failures: string[] = [];
      if (dryRun) return counts;
      for (const feed of feeds) {
        try {
          const result = await trySyncFeed(kv, source.snapshot(), feed, {
            env: source.env,
            signal,
          });
          // Null: another process is reading it right now.
          if (!result) continue;
          counts.read++;
          counts.added += result.counts.added;
          counts.changed += result.counts.changed;
          counts.removed += result.counts.removed;
        } catch (error) {
          signal.throwIfAborted();
          const why = errorMessage(error);
          failures.push(`${feed.name}: ${why}`);
        }
      }
      return done({ counts, failures });
    },
    async score({ signal }) {
      const { size, staleRows } = await scored(signal);
      return { listings: size, stale: staleRows };
    },
    async match({ now, dryRun, signal }) {
      const index = await scored(signal);
      const { snapshot, today } = source;
      const counts = await matchAndRaise(
        kv,
        { snapshot: snapshot(), index, today: today(), publicUrl },
        { now, dryRun, signal },
      );
      source.wake?.();
      return { ...counts };
    },
    async digest({ date, now, dryRun, signal }) {
      if (dryRun) return { sent: 0 };
      const sent = await sendDigests(kv, { day: date, now, signal });
      source.wake?.();
      return { sent };
    },
    async prune({ now, dryRun }) {
      if (dryRun) return { audit: 0, dead_letters: 0 };
      return {
        audit: await pruneAudit(kv, now),
        dead_letters: await pruneDead(kv, now - DEAD_KEPT),
      };
    },
  };
}

/** Returns the counts of a step; throws them with what failed. */
function done({ counts, failures }: RefreshOutcome): RefreshOutcome["counts"] {
  if (failures.length > 0) throw new PartlyFailed(failures.join("; "), counts);
  return counts;
}
