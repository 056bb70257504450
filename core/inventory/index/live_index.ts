import { setTimeout as delay } from "node:timers/promises";
import type { SnapshotData } from "../../engine/snapshot.ts";
import type { StoredScores } from "../../store/listing_scores.ts";
import { inBackground, inSlices, type Runner } from "../in_slices.ts";
import type { Inventory } from "../inventory.ts";
import type { ListingScore } from "../scoring/listing_score.ts";
import { buildIndex } from "./build_index.ts";
import type { InventoryIndex } from "./inventory_index.ts";
import type { ScorePool } from "./score_pool.ts";

/** How often it is looked whether the inventory or the day changed, milliseconds. */
const LOOK_MS = 500;

/** Listings scored between two versions of the index while many wait. */
const BATCH = 3_000;

/** Fewest listings without a score that an index is opened before: they are scored while the server answers. */
const MANY = 1_000;

/** What an index is kept of. */
export interface LiveIndexOptions {
  readonly snapshot: SnapshotData;
  /** The listings as they are now. */
  inventory(): Inventory;
  /** The day to answer for. */
  today(): number;
  readonly pool: ScorePool;
  /** Where scores are kept. */
  readonly scores: StoredScores<ListingScore>;
  /** How it is opened; after that it is kept up to date in the background. */
  readonly run?: Runner;
}

/** The index of an inventory that changes: every listing is scored as it comes, and again when the model or the day changes. */
export class LiveIndex {
  #current?: InventoryIndex;
  #turn: Promise<void> = Promise.resolve();
  #run: Runner;

  private constructor(readonly options: LiveIndexOptions) {
    this.#run = options.run ?? inSlices;
  }

  /**
   * Returns the index with the scores that the store has. Where few are missing they are
   * made first. Many are left to `refresh`, and each says so until then.
   *
   * @param known an index of an earlier version of the inventory, on the same snapshot
   */
  static async open(
    options: LiveIndexOptions,
    known?: InventoryIndex,
  ): Promise<LiveIndex> {
    const live = new LiveIndex(options);
    live.#current = known;
    if (live.#isBehind()) await live.#build();
    const unscored = live.current.unscored();
    const stored = await options.scores.read(new Set(unscored));
    if (stored.size > 0) await live.#build(stored);
    const missing = live.current.unscored();
    if (missing.length < MANY) await live.#score(missing);
    live.#run = inBackground;
    return live;
  }

  /** The index as it is now. */
  get current(): InventoryIndex {
    return this.#current!;
  }

  /** The listings that the index holds: one version, so that every answer tells the same. */
  get inventory(): Inventory {
    return this.current.columns.inventory;
  }

  /** Brings the index up to the inventory and the day, and scores what has none. */
  refresh(): Promise<void> {
    const turn = this.#turn.then(async () => {
      if (this.#isBehind() || !this.current.madeClusters) await this.#build();
      for (
        let left = this.current.unscored();
        left.length > 0;
        left = this.current.unscored()
      ) await this.#score(left.slice(0, BATCH));
    });
    // A turn that failed is tried again at the next look.
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Keeps the index up to date until the signal ends it; `onError` is told what failed, which is tried again. */
  async follow(
    { signal, onError }: {
      readonly signal: AbortSignal;
      readonly onError: (error: unknown) => void;
    },
  ): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.refresh();
      } catch (error) {
        onError(error);
      }
      await delay(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  }

  #isBehind(): boolean {
    const index = this.#current;
    return index?.columns.inventory !== this.options.inventory() ||
      index.today !== this.options.today();
  }

  async #build(
    scores: ReadonlyMap<string, ListingScore> = new Map(),
  ): Promise<void> {
    const { snapshot, pool } = this.options;
    const { index, gone } = await buildIndex({
      snapshot,
      inventory: this.options.inventory(),
      today: this.options.today(),
      scores,
      earlier: this.#current,
      // A start does not wait for it.
      group: this.#run === inBackground ? pool.group : undefined,
      run: this.#run,
    });
    this.#current = index;
    if (gone.length > 0) await this.options.scores.write(new Map(), gone);
  }

  async #score(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { inventory } = this;
    const listings = ids.map((id) => inventory.get(id)!);
    const scores = await this.options.pool.score(
      listings,
      this.current.today,
      this.#run,
    );
    const made = new Map(ids.map((id, at) => [id, scores[at]]));
    await this.#build(made);
    await this.options.scores.write(made, []);
  }
}
