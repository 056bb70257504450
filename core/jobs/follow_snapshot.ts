import { join } from "node:path";
import { upToDay } from "../engine/effective/up_to_day.ts";
import { prepareAnswers } from "../service/prepare.ts";
import {
  fetchSnapshot,
  newestSnapshot,
  pruneFetched,
} from "../snapshot/published/fetch.ts";
import { isAddress, publishedAt } from "../snapshot/published/source.ts";
import { openSnapshot, type Snapshot } from "../snapshot/open.ts";

/** The snapshot that a server serves, from a directory or as it is published. */
export interface FollowedSnapshot {
  readonly first: Snapshot;
  /** Whether it comes from an address, where a newer one may be published. */
  readonly isPublished: boolean;
  /**
   * Looks for a newer one and prepares it beside the one in use.
   *
   * @returns null when there is none, or it is not sound: then the one in use serves on
   */
  next(): Promise<Snapshot | null>;
}

/** Where a snapshot comes from. */
export interface SnapshotPlace {
  /** A directory or an address. */
  readonly snapshot: string;
  readonly dataDir: string;
  /** Reads credentials of an object store from the environment. */
  env(name: string): string | undefined;
  /** The day to answer for with a snapshot, days since 1970-01-01 UTC. */
  today(snapshot: Snapshot): number;
  /** Told why a newer snapshot was not taken. */
  readonly onError: (error: unknown) => void;
}

/**
 * Opens the snapshot that a server serves. A published one is fetched, and where the address does
 * not answer, the last one that was fetched serves.
 *
 * @throws {Fault} when there is no snapshot at all
 */
export async function followSnapshot(
  { snapshot, dataDir, env, today, onError }: SnapshotPlace,
): Promise<FollowedSnapshot> {
  if (!isAddress(snapshot)) {
    const whole = await openSnapshot(snapshot);
    const first = upToDay(whole, today(whole));
    prepareAnswers(first, today(first));
    return { first, isPublished: false, next: () => Promise.resolve(null) };
  }
  const from = publishedAt(snapshot, env);
  const cache = join(dataDir, "snapshots");
  let current = "";
  /** What was not sound is not tried again until another is published. */
  let refused = "";
  const take = async (id: string, dir: string): Promise<Snapshot> => {
    try {
      const whole = await openSnapshot(dir);
      const opened = upToDay(whole, today(whole));
      prepareAnswers(opened, today(opened));
      current = id;
      await pruneFetched(cache, id).catch(onError);
      return opened;
    } catch (error) {
      await Deno.remove(dir, { recursive: true }).catch(() => {});
      throw error;
    }
  };
  const fetchNewest = async (): Promise<Snapshot | null> => {
    const pointer = await newestSnapshot(from);
    if (pointer.id === current || pointer.published_at === refused) return null;
    try {
      const dir = await fetchSnapshot(from, pointer, cache);
      return await take(pointer.id, dir);
    } catch (error) {
      refused = pointer.published_at;
      throw error;
    }
  };
  return {
    isPublished: true,
    first: (await fetchNewest().catch(async (error) => {
      const kept = await lastFetched(cache);
      if (kept === undefined) throw error;
      onError(error);
      return await take(kept, join(cache, kept));
    }))!,
    next: () =>
      fetchNewest().catch((error) => {
        onError(error);
        return null;
      }),
  };
}

/** The newest snapshot on disk. */
async function lastFetched(cache: string): Promise<string | undefined> {
  let last: { name: string; at: number } | undefined;
  try {
    for await (const { name, isDirectory } of Deno.readDir(cache)) {
      if (!isDirectory || name.startsWith(".")) continue;
      const at = (await Deno.stat(join(cache, name))).mtime?.getTime() ?? 0;
      if (!last || at > last.at) last = { name, at };
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return last?.name;
}
