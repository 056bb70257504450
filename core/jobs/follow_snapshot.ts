import { errorMessage } from "../../contracts/errors.ts";
import { join } from "node:path";
import { upToDay } from "../engine/effective/up_to_day.ts";
import { inBackground, inSlices } from "../inventory/in_slices.ts";
import { prepareAnswers, prepareValues } from "../service/prepare.ts";
import {
  DamagedSnapshot,
  fetchSnapshot,
  newestSnapshot,
  pruneFetched,
} from "../snapshot/published/fetch.ts";
import { isAddress, publishedAt } from "../snapshot/published/source.ts";
import { openSnapshot, readManifest, type Snapshot } from "../snapshot/open.ts";

/** The snapshot that a server serves, from a directory or as it is published. */
export interface FollowedSnapshot {
  /** Prepared by `prepareValues`: the rest of `prepareAnswers` is left to whoever serves it. */
  readonly first: Snapshot;
  /** Why a newer one is not served; undefined while the newest is. */
  readonly problem: string | undefined;
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
  /** Told of a snapshot that is open, before it is prepared. */
  readonly onOpened?: (snapshot: Snapshot) => void;
}

/** Builds what answers need of a snapshot, for a day. */
type Prepare = (snapshot: Snapshot, today: number) => Promise<void>;

/** A place where a newer snapshot may appear. */
interface Source {
  /** Tells the newest one. */
  newest(): Promise<Newest>;
  /** Told which one is served now. */
  taken(id: string): Promise<void>;
}

/** A snapshot that is there to take. */
interface Newest {
  readonly id: string;
  /** Changes whenever something is put in the place, even with the same id. */
  readonly version: string;
  /** Returns the directory to open. */
  fetch(): Promise<string>;
  /** Removes what was fetched and is not sound. */
  discard(dir: string): Promise<void>;
}

/**
 * Opens the snapshot that a server serves. A published one is fetched, and where the address does
 * not answer, the last one that was fetched serves.
 *
 * @throws {Fault} when there is no snapshot at all
 */
export async function followSnapshot(
  { snapshot, dataDir, env, today, onError, onOpened }: SnapshotPlace,
): Promise<FollowedSnapshot> {
  const cache = join(dataDir, "snapshots");
  const source = isAddress(snapshot)
    ? published(publishedAt(snapshot, env), cache, onError)
    : replaceable(snapshot);
  let current = "";
  /** What was not sound is not tried again until another takes its place. */
  let refused = "";
  let problem: string | undefined;
  const open = async (
    id: string,
    dir: string,
    prepare: Prepare,
  ): Promise<Snapshot> => {
    const whole = await openSnapshot(dir);
    onOpened?.(whole);
    const opened = upToDay(whole, today(whole));
    await prepare(opened, today(opened));
    current = id;
    await source.taken(id);
    return opened;
  };
  const takeNewest = async (prepare: Prepare): Promise<Snapshot | null> => {
    const { id, version, fetch, discard } = await source.newest();
    if (version === refused) return null;
    if (id === current) {
      problem = undefined;
      return null;
    }
    let dir: string | undefined;
    try {
      dir = await fetch();
      const opened = await open(id, dir, prepare);
      problem = undefined;
      return opened;
    } catch (error) {
      if (dir !== undefined) await discard(dir).catch(() => {});
      // A download that broke off is tried again.
      if (dir !== undefined || error instanceof DamagedSnapshot) {
        refused = version;
      }
      throw error;
    }
  };
  const atStart: Prepare = (snapshot, day) =>
    prepareValues(snapshot, day, inSlices);
  const first = await takeNewest(atStart).catch(async (error) => {
    const kept = isAddress(snapshot) ? await lastFetched(cache) : undefined;
    if (kept === undefined) throw error;
    onError(error);
    return await open(kept, join(cache, kept), atStart);
  });
  return {
    first: first!,
    get problem() {
      return problem;
    },
    next: () =>
      takeNewest((snapshot, day) => prepareAnswers(snapshot, day, inBackground))
        .catch((error) => {
          problem = errorMessage(error);
          onError(error);
          return null;
        }),
  };
}

/** A directory, which `twoflat ingest` and `twoflat fit` replace as a whole. */
function replaceable(dir: string): Source {
  return {
    async newest() {
      const { id } = (await readManifest(dir)).manifest;
      return {
        id,
        version: id,
        fetch: () => Promise.resolve(dir),
        discard: () => Promise.resolve(),
      };
    },
    taken: () => Promise.resolve(),
  };
}

/** An address that snapshots are published at, and the folder that keeps what was fetched. */
function published(
  from: ReturnType<typeof publishedAt>,
  cache: string,
  onError: (error: unknown) => void,
): Source {
  return {
    async newest() {
      const pointer = await newestSnapshot(from);
      return {
        id: pointer.id,
        version: pointer.published_at,
        fetch: () => fetchSnapshot(from, pointer, cache),
        discard: (dir) => Deno.remove(dir, { recursive: true }),
      };
    },
    taken: (id) => pruneFetched(cache, id).catch(onError),
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
