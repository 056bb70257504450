import leven from "leven";
import { Fault } from "../../../contracts/errors.ts";
import { perSnapshot, type SnapshotData } from "../snapshot.ts";
import { codeAt, type CodeColumn } from "../tables.ts";
import { type Layer, layerOf } from "./layers.ts";

/** Most names suggested for a misspelled one. */
export const SUGGESTIONS = 5;

/** A name with more typos than one in this many letters is another name. */
const LETTERS_PER_TYPO = 3;

/** West, south, east, north, degrees. */
export type Bounds = readonly [number, number, number, number];

/** An area that people call by name. */
export interface NamedArea {
  readonly kind: "community_area" | "city" | "zip" | "township" | "tract";
  /** Community area or city in upper case, ZIP, township code, GEOID. */
  readonly id: string;
  /** As one would say it: `Bridgeport`, `Evanston township`. */
  readonly name: string;
  readonly bounds: Bounds;
}

/** Of two areas with one name the earlier kind is meant: Hyde Park is the community area, "Hyde Park township" the township. */
const KINDS = ["community_area", "city", "zip", "township", "tract"] as const;

interface Names {
  readonly byKey: ReadonlyMap<string, NamedArea>;
  /** Names to suggest; tracts are too many and too alike. */
  readonly suggestible: readonly NamedArea[];
}

/**
 * The area with a name: community area, city, ZIP, township (with or without the word) or
 * tract GEOID; case and punctuation do not matter.
 *
 * @throws {Fault} `not_found` with the nearest names as `candidates`
 */
export function findArea(snapshot: SnapshotData, text: string): NamedArea {
  const { byKey, suggestible } = names(snapshot);
  const key = keyOf(text);
  const found = byKey.get(key) ??
    byKey.get(key.replace(/ (chicago|il|illinois|community area)$/, ""));
  if (found) return found;
  const suburban = suburbTownship(snapshot, key);
  if (suburban) return suburban;
  const candidates = suggestible
    .map(({ name }) => ({ name, typos: leven(key, keyOf(name)) }))
    .filter(({ name, typos }) => typos <= name.length / LETTERS_PER_TYPO)
    .sort((a, b) => a.typos - b.typos || (a.name < b.name ? -1 : 1))
    .slice(0, SUGGESTIONS)
    .map(({ name }) => name);
  throw new Fault("not_found", "no area has this name", {
    field: "area",
    expected: "a community area, city, ZIP, township or tract of the snapshot",
    ...(candidates.length > 0 && { candidates }),
  });
}

/**
 * The township that a suburb's name begins with: "Orland Park" lies in Orland. Only where no city of
 * the name is known, which needs the county's addresses; townships of the City are left out, since
 * their names say nothing of suburbs.
 */
function suburbTownship(snapshot: SnapshotData, key: string): NamedArea | null {
  const { suggestible } = names(snapshot);
  const { townships } = snapshot.tables;
  const cityTownships = new Set(
    Array.from({ length: townships.rows }, (_, row) => row)
      .filter((row) => codeAt(townships.triad, row) === "City")
      .map((row) => codeAt(townships.code, row)),
  );
  return suggestible
    .filter(({ kind, id, name }) =>
      kind === "township" && !cityTownships.has(id) &&
      key.startsWith(`${keyOf(name).replace(/ township$/, "")} `)
    )
    .sort((a, b) => b.name.length - a.name.length)[0] ?? null;
}

/** Whether a text names an area itself; otherwise the area stands in for a suburb that is not known. */
export function isNamed({ name }: NamedArea, text: string): boolean {
  const key = keyOf(text).replace(/ (chicago|il|illinois|community area)$/, "");
  const own = keyOf(name);
  return [own, own.replace(/ township$|^tract /, "")].includes(key);
}

/** Names of areas, tracts apart, that have a word beginning with the text; those that begin with it first. */
export function areaNames(snapshot: SnapshotData, text: string): string[] {
  const key = keyOf(text);
  const found = names(snapshot).suggestible.flatMap(({ name }) => {
    const at = ` ${keyOf(name)}`.indexOf(` ${key}`);
    return at < 0 ? [] : [{ name, at }];
  });
  found.sort((a, b) =>
    Number(a.at > 0) - Number(b.at > 0) || (a.name < b.name ? -1 : 1)
  );
  return [...new Set(found.map(({ name }) => name))];
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();
}

const names: (snapshot: SnapshotData) => Names = perSnapshot((snapshot) => {
  const areas = [
    ...shapes(snapshot, "community_area", titleCase),
    ...ofParcels(snapshot, "city", titleCase),
    ...ofParcels(snapshot, "zip", (zip) => zip),
    ...shapes(snapshot, "township", (code) => townshipName(snapshot, code)),
    ...shapes(snapshot, "tract", (geoid) => `tract ${geoid}`),
  ];
  const byKey = new Map<string, NamedArea>();
  const add = (key: string, area: NamedArea) => {
    if (!byKey.has(key)) byKey.set(key, area);
  };
  for (const kind of KINDS) {
    for (const area of areas.filter((each) => each.kind === kind)) {
      add(keyOf(area.name), area);
      add(keyOf(area.name).replace(/ township$|^tract /, ""), area);
    }
  }
  return {
    byKey,
    suggestible: areas.filter(({ kind }) => kind !== "tract"),
  };
});

function shapes(
  snapshot: SnapshotData,
  kind: Layer,
  name: (id: string) => string,
): NamedArea[] {
  const layer = layerOf(snapshot, kind);
  return layer.ids.map((id) => ({
    kind,
    id,
    name: name(id),
    bounds: layer.bounds(id)!,
  }));
}

/** Areas without a published shape: the extent of their parcels. */
function ofParcels(
  { tables: { parcels } }: SnapshotData,
  kind: "city" | "zip",
  name: (id: string) => string,
): NamedArea[] {
  const column: CodeColumn = parcels[kind];
  const boxes = column.dictionary.map((): [number, number, number, number] => [
    Infinity,
    Infinity,
    -Infinity,
    -Infinity,
  ]);
  for (let row = 0; row < parcels.rows; row++) {
    const lat = parcels.lat[row], lon = parcels.lon[row];
    if (Number.isNaN(lat + lon)) continue;
    const box = boxes[column.values[row]];
    if (lon < box[0]) box[0] = lon;
    if (lat < box[1]) box[1] = lat;
    if (lon > box[2]) box[2] = lon;
    if (lat > box[3]) box[3] = lat;
  }
  return column.dictionary.flatMap((id, i) =>
    id === "" || boxes[i][0] === Infinity
      ? []
      : [{ kind, id, name: name(id), bounds: boxes[i] }]
  );
}

/** The bare name of a township: `South Chicago`; null when the snapshot has none for the code. */
export function knownTownship(
  { tables: { townships } }: SnapshotData,
  code: string,
): string | null {
  for (let row = 0; row < townships.rows; row++) {
    if (codeAt(townships.code, row) === code) {
      return codeAt(townships.name, row);
    }
  }
  return null;
}

/** A township as one says it, with the word that tells it from the places of its name; its code when it has no name. */
export function townshipName(snapshot: SnapshotData, code: string): string {
  const name = knownTownship(snapshot, code);
  return name === null ? `township ${code}` : `${name} township`;
}

/** `NEAR NORTH SIDE` as `Near North Side`. */
export function titleCase(name: string): string {
  return name.toLowerCase().replace(
    /(^|[\s'-])([a-z])/g,
    (_, before, letter) => before + letter.toUpperCase(),
  );
}
