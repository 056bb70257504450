import type { z } from "zod";
import type { OperationContract } from "../../contracts/operation.ts";
import type { Scope } from "../../contracts/scope.ts";
import type { OwnerChannels } from "./channels.ts";
import type { Replays } from "../store/replays.ts";
import type { Reviews } from "./reviews.ts";
import type { Saved } from "../store/saved/saved.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import type { Inventory } from "../inventory/inventory.ts";
import type { InventoryIndex } from "../inventory/index/inventory_index.ts";
import type { ListingScore } from "../inventory/scoring/listing_score.ts";
import type { StoredScores } from "../store/listing_scores.ts";
import type { Progress } from "../engine/progress.ts";

/** What a handler may use besides its input. Time comes in; nothing reads a clock. */
export interface OperationContext {
  readonly snapshot: SnapshotData;
  /** The day to answer for, days since 1970-01-01 UTC. */
  readonly today: number;
  /** The listings at one version; unset means those of the snapshot. Read it with `inventoryOf`. */
  readonly inventory?: Inventory;
  /** The scored listings for sale of that inventory; unset means made when first asked for. Read it with `indexOf`. */
  readonly index?: InventoryIndex;
  /** Where scores of listings are kept between commands; unset on a server, which keeps its index. */
  readonly scores?: StoredScores<ListingScore>;
  /** When the question is asked, epoch milliseconds; unset means the end of `today`. */
  readonly now?: number;
  /** When the last daily run ended, an RFC 3339 timestamp; null before the first. */
  readonly lastRun?: () => Promise<string | null>;
  /** Whether there is a street photo of a position; unset means that no photo service is set up. */
  readonly hasPhoto?: (lat: number, lon: number) => boolean;
  /** What the caller saved; unset for a caller without an account. */
  readonly saved?: Saved;
  /** Where the caller's alerts go; unset at the command line and for a caller without an account. */
  readonly channels?: OwnerChannels;
  /** Keeps how answers with an id came about. */
  readonly replays?: Replays;
  /** Reports of values; unset at the command line. */
  readonly reviews?: Reviews;
  /** What the caller may do. */
  readonly scopes?: ReadonlySet<Scope>;
  /** Signs cursors; without it they are signed with the snapshot's id, which is no secret. */
  readonly cursorSecret?: string;
  readonly signal?: AbortSignal;
  /** Progress of long work, `done` of `total` steps. */
  readonly progress?: Progress;
}

/** A contract with its handler. Handlers get parsed input and throw only `Fault`. */
export interface Operation<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
> {
  readonly contract: OperationContract<I, O>;
  run(
    context: OperationContext,
    input: z.output<I>,
  ): z.output<O> | Promise<z.output<O>>;
  /** The answer in a few plain sentences, as one would tell a person; agents show it as text. */
  summary(output: z.output<O>): string;
}
