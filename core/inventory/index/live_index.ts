import { setTimeout as delay } from "node:timers/promises";
import type { SnapshotData } from "../../engine/snapshot.ts";
import type { StoredScores } from "../../store/listing_scores.ts";
import type { Inventory } from "../inventory.ts";
import type { Listing } from "../listing.ts";
import { type ListingScore, scoreModel } from "../scoring/listing_score.ts";
import { buildIndex } from "./build_index.ts";
import type { InventoryIndex } from "./inventory_index.ts";
import type { ScorePool } from "./score_pool.ts";

/** How often it is looked whether the inventory or the day changed, milliseconds. */
const LOOK_MS = 500;

/** Listings scored between two versions of the index while many wait. */
const BATCH = 3_000;

/** Listings that a start waits for; of more, the rest is scored while the server answers. */
const FIRST = 1_000;

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
}

/** The index of an inventory that changes: every listing is scored as it comes, and again when the model or the day changes. */
export class LiveIndex {
  #current?: InventoryIndex;
  #inventory?: Inventory;
  #today?: number;
  /** Scores that no index holds: just made, or of another model. */
  readonly #scores = new Map<string, ListingScore>();
  #unscored: readonly Listing[] = [];
  #turn: Promise<void> = Promise.resolve();

  private constructor(readonly options: LiveIndexOptions) {}

  /** Returns the index with the scores that the store has; up to a thousand missing ones are made first. */
  static async open(options: LiveIndexOptions): Promise<LiveIndex> {
    const live = new LiveIndex(options);
    for await (const [id, score] of options.scores.read()) {
      live.#scores.set(id, score);
    }
    await live.#build();
    await live.#scoreSome(FIRST);
    return live;
  }

  /** The index as it is now. */
  get current(): InventoryIndex {
    return this.#current!;
  }

  /** The listings that the index holds: one version, so that every answer tells the same. */
  get inventory(): Inventory {
    return this.#inventory!;
  }

  /** Brings the index up to the inventory and the day, and scores what has none. */
  refresh(): Promise<void> {
    const turn = this.#turn.then(async () => {
      if (this.#isBehind()) await this.#build();
      while (this.#unscored.length > 0) await this.#scoreSome(BATCH);
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
    return this.#inventory !== this.options.inventory() ||
      this.#today !== this.options.today();
  }

  async #build(): Promise<void> {
    const { snapshot, pool } = this.options;
    const inventory = this.options.inventory();
    const today = this.options.today();
    const earlier = this.#current;
    const { index, unscored } = await buildIndex({
      snapshot,
      inventory,
      today,
      scores: this.#scores,
      earlier,
      group: pool.group,
    });
    const model = scoreModel(snapshot);
    for (const [id, score] of this.#scores) {
      if (score.model === model || index.rowOf(id) < 0) this.#scores.delete(id);
    }
    this.#current = index;
    this.#inventory = inventory;
    this.#today = today;
    this.#unscored = unscored;
    const gone = (earlier?.columns.listings ?? [])
      .filter(({ id }) => index.rowOf(id) < 0).map(({ id }) => id);
    if (gone.length > 0) await this.options.scores.write(new Map(), gone);
  }

  async #scoreSome(most: number): Promise<void> {
    const listings = this.#unscored.slice(0, most);
    if (listings.length === 0) return;
    const scores = await this.options.pool.score(listings, this.#today!);
    const made = new Map(scores.map((score, at) => [listings[at].id, score]));
    for (const [id, score] of made) this.#scores.set(id, score);
    await this.#build();
    await this.options.scores.write(made, []);
  }
}
