import { Buffer } from "node:buffer";
import { setTimeout as delay } from "node:timers/promises";
import type { SnapshotData } from "../../engine/snapshot.ts";
import { stampOfVersion } from "../../store/listings/rows.ts";
import { CODE_NAMES, type Columns, FIGURES } from "../index/columns.ts";
import { CLOSEST, FARTHEST } from "../index/cluster_levels.ts";
import { InventoryIndex } from "../index/inventory_index.ts";
import { ListingSet, type PackedListing } from "../listing_set.ts";
import { PACKED_FIELDS } from "../listing_text.ts";
import { scoreModel } from "../scoring/listing_score.ts";
import { readSections, type Sections, writeSections } from "./sections_file.ts";

/** Where an inventory is copied to, and what it belongs to. */
export interface CopyPlace {
  readonly kv: Deno.Kv;
  readonly snapshot: SnapshotData;
  readonly path: string;
}

/** An inventory with its index, as they were when they were copied. */
export interface CopiedInventory {
  readonly inventory: ListingSet;
  readonly index: InventoryIndex;
}

/** What tells whether a copy may be used. */
interface Heading {
  readonly layout: string;
  readonly snapshot: string;
  readonly model: string;
  readonly version: number;
  /** Of the version in its store. */
  readonly stamp: string;
  readonly asOf: number | null;
  readonly today: number;
}

/** Layout of the columns: a copy of another layout is not read. */
const LAYOUT = JSON.stringify([2, PACKED_FIELDS, FIGURES, CODE_NAMES]);

/** Listings that are put into lines at a time. */
const SHARE = 2_000;

/** Time until it is looked again whether an inventory is scored, milliseconds. */
const LOOK_MS = 5_000;

/** Time between two copies of an inventory that changes, milliseconds. */
const EVERY_MS = 600_000;

/**
 * Writes an inventory beside its store, packed, so that the next start reads a file of some 700
 * bytes a listing instead of every row. The store stays the truth: a copy that is damaged, or of
 * another store, snapshot or release is not read, and what has changed since is read from the store.
 *
 * @returns whether there was something to copy: a store without listings has no copy
 */
export async function writeCopy(
  { kv, snapshot, path }: CopyPlace,
  index: InventoryIndex,
): Promise<boolean> {
  const { version, today, columns, clusters } = index;
  const { inventory } = columns;
  const stamp = await stampOfVersion(kv, version);
  if (stamp === null || !(inventory instanceof ListingSet)) return false;
  const heading: Heading = {
    layout: LAYOUT,
    snapshot: snapshot.id,
    model: scoreModel(snapshot),
    version,
    stamp,
    asOf: inventory.asOf,
    today,
  };
  const ids = inventory.ids();
  const rows = ids.map((id) => inventory.rows.get(id)!);
  const numbers = new Map(ids.map((id, n) => [id, n]));
  await writeSections(path, {
    heading: JSON.stringify(heading),
    ids: JSON.stringify(ids),
    places: JSON.stringify(rows.map(({ place }) => place)),
    bits: Uint8Array.from(rows, ({ bits }) => bits),
    marketDays: Int32Array.from(rows, ({ onMarket }) => onMarket),
    listings: await lines(rows),
    rows: Uint32Array.from(columns.ids, (id) => numbers.get(id)!),
    parcel: columns.parcel,
    areas: columns.areas.values,
    areaNames: JSON.stringify(columns.areas.dictionary),
    texts: columns.texts.values,
    textWords: JSON.stringify(columns.texts.dictionary),
    order: clusters.order,
    ...named("starts", clusters.starts.entries()),
    ...named("figure", FIGURES.map((name) => [name, columns.figures[name]])),
    ...named("code", CODE_NAMES.map((name) => [name, columns.codes[name]])),
  });
  return true;
}

/** Returns the copy of an inventory; null when there is none that belongs to this store, snapshot and release. */
export async function readCopy(
  { kv, snapshot, path }: CopyPlace,
): Promise<CopiedInventory | null> {
  const sections = await readSections(path);
  if (sections === null) return null;
  const { layout, version, stamp, asOf, today, ...of }: Heading = JSON.parse(
    textOf(sections, "heading"),
  );
  const isOurs = layout === LAYOUT && of.snapshot === snapshot.id &&
    of.model === scoreModel(snapshot) &&
    stamp === await stampOfVersion(kv, version);
  if (!isOurs) return null;
  const ids: string[] = JSON.parse(textOf(sections, "ids"));
  const inventory = ListingSet.from({
    version,
    asOf,
    rows: packedRows(sections, ids),
  });
  const columns = columnsIn(sections, ids, inventory);
  const index = new InventoryIndex(version, today, columns, {
    order: sections.order as Uint32Array,
    starts: Array.from(
      { length: CLOSEST - FARTHEST + 1 },
      (_, level) => sections[`starts ${level}`] as Uint32Array,
    ),
  });
  return { inventory, index };
}

/** Keeps the copy of an inventory that changes. */
export class InventoryCopier {
  #copied?: InventoryIndex;

  /**
   * @param current the index as it is now
   * @param copied what the copy has
   */
  constructor(
    readonly place: CopyPlace,
    readonly current: () => InventoryIndex,
    copied?: InventoryIndex,
  ) {
    this.#copied = copied;
  }

  /** Copies the inventory where it has changed since it was last copied, and is scored. */
  async copy(): Promise<void> {
    const index = this.current();
    if (index === this.#copied || index.staleRows > 0) return;
    if (await writeCopy(this.place, index)) this.#copied = index;
  }

  /** Copies it every ten minutes until the signal ends it. */
  async follow(
    { signal, onError }: {
      readonly signal: AbortSignal;
      readonly onError: (error: unknown) => void;
    },
  ): Promise<void> {
    while (!signal.aborted) {
      await this.copy().catch(onError);
      const wait = this.current() === this.#copied ? EVERY_MS : LOOK_MS;
      await delay(wait, undefined, { signal }).catch(() => {});
    }
  }
}

/** The listings, a line each; others get their turn meanwhile. */
async function lines(
  rows: readonly PackedListing[],
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < rows.length; from += SHARE) {
    const some = rows.slice(from, from + SHARE).map(({ text }) => text);
    const end = from + SHARE < rows.length ? "\n" : "";
    parts.push(new TextEncoder().encode(some.join("\n") + end));
    await delay(0);
  }
  return Buffer.concat(parts);
}

function packedRows(
  sections: Sections,
  ids: readonly string[],
): Map<string, PackedListing> {
  const places: string[] = JSON.parse(textOf(sections, "places"));
  const bits = sections.bits as Uint8Array;
  const days = sections.marketDays as Int32Array;
  const texts = new TextDecoder().decode(sections.listings as Uint8Array)
    .split("\n");
  return new Map(
    ids.map((id, n) => [
      id,
      { text: texts[n], place: places[n], bits: bits[n], onMarket: days[n] },
    ]),
  );
}

function columnsIn(
  sections: Sections,
  ids: readonly string[],
  inventory: ListingSet,
): Columns {
  const rows = sections.rows as Uint32Array;
  return {
    rows: rows.length,
    ids: Array.from(rows, (n) => ids[n]),
    inventory,
    figures: byName(sections, "figure", FIGURES),
    codes: byName(sections, "code", CODE_NAMES),
    parcel: sections.parcel as Int32Array,
    areas: {
      values: sections.areas as Int32Array,
      dictionary: JSON.parse(textOf(sections, "areaNames")),
    },
    texts: {
      values: sections.texts as Int32Array,
      dictionary: JSON.parse(textOf(sections, "textWords")),
    },
  };
}

function textOf(sections: Sections, name: string): string {
  return sections[name] as string;
}

function named<T>(
  kind: string,
  parts: Iterable<readonly [name: string | number, content: T]>,
): Record<string, T> {
  return Object.fromEntries(
    Array.from(parts, ([name, content]) => [`${kind} ${name}`, content]),
  );
}

function byName<N extends string, T>(
  sections: Sections,
  kind: string,
  names: readonly N[],
): Record<N, T> {
  return Object.fromEntries(
    names.map((name) => [name, sections[`${kind} ${name}`]]),
  ) as Record<N, T>;
}
