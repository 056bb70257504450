import type { Strategy } from "../../../contracts/envelope.ts";

/** Deal scores of a listing as the last matching saw them; null is none. */
export type Scores = Readonly<Record<Strategy, number | null>>;

/** What the last matching saw. */
export interface KnownScores {
  /** Returns the scores of a listing; undefined for one it did not see. */
  of(listing: string): Scores | undefined;
}

/** What scores are read from. */
interface ScoredColumns {
  readonly rows: number;
  readonly ids: readonly string[];
  readonly figures: Readonly<Record<`deal:${Strategy}`, Float64Array>>;
}

/** Values that hold all listings: each stays well below the store's limit up to 100,000 of them. */
const CHUNKS = 256;

const chunkKey = (chunk: number) => ["alerts", "scores", chunk];

type Chunk = Readonly<Record<string, Scores>>;

/** Returns what the last matching saw. */
export async function readScores(kv: Deno.Kv): Promise<KnownScores> {
  const known = new Map<string, Scores>();
  for await (
    const { value } of kv.list<Chunk>({ prefix: ["alerts", "scores"] })
  ) {
    for (const [id, scores] of Object.entries(value)) known.set(id, scores);
  }
  return { of: (listing) => known.get(listing) };
}

/** Writes what this matching saw, where it differs from before. */
export async function writeScores(
  kv: Deno.Kv,
  before: KnownScores,
  { rows, ids, figures }: ScoredColumns,
): Promise<void> {
  const chunks = Array.from(
    { length: CHUNKS },
    (): Record<string, Scores> => ({}),
  );
  const changed = new Set<number>();
  const score = (strategy: Strategy, row: number) => {
    const value = figures[`deal:${strategy}`][row];
    return Number.isNaN(value) ? null : value;
  };
  for (let row = 0; row < rows; row++) {
    const id = ids[row];
    const at = chunkOf(id);
    const scores: Scores = {
      flip: score("flip", row),
      brrrr: score("brrrr", row),
      hold: score("hold", row),
      section8: score("section8", row),
    };
    chunks[at][id] = scores;
    const known = before.of(id);
    if (
      !known || known.flip !== scores.flip || known.brrrr !== scores.brrrr ||
      known.hold !== scores.hold || known.section8 !== scores.section8
    ) changed.add(at);
  }
  for (const at of changed) await kv.set(chunkKey(at), chunks[at]);
}

/** FNV-1a of an identifier. */
function chunkOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) {
    hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  }
  return (hash >>> 0) % CHUNKS;
}
