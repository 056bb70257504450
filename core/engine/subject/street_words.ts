import streetTypes from "addresser/data/us-street-types.json" with {
  type: "json",
};

/** USPS street suffixes (Publication 28, appendix C1), every spelling -> abbreviation, upper case. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(streetTypes).map((
    [spelling, short],
  ) => [spelling.toUpperCase(), short.toUpperCase()]),
);
const TYPE_WORDS: ReadonlySet<string> = new Set(TYPES.values());

/** Compass words -> abbreviation. */
const DIRECTIONS: ReadonlyMap<string, string> = new Map([
  ["NORTH", "N"],
  ["SOUTH", "S"],
  ["EAST", "E"],
  ["WEST", "W"],
  ["NORTHEAST", "NE"],
  ["NORTHWEST", "NW"],
  ["SOUTHEAST", "SE"],
  ["SOUTHWEST", "SW"],
]);
const DIRECTION_WORDS: ReadonlySet<string> = new Set(DIRECTIONS.values());

/** Words that name a street in long and in short. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["SAINT", "ST"],
  ["DOCTOR", "DR"],
  ["JUNIOR", "JR"],
  ["MOUNT", "MT"],
  ["FORT", "FT"],
]);

/** Numbered streets written out. */
const ORDINALS: ReadonlyMap<string, string> = new Map(
  [
    "FIRST",
    "SECOND",
    "THIRD",
    "FOURTH",
    "FIFTH",
    "SIXTH",
    "SEVENTH",
    "EIGHTH",
    "NINTH",
    "TENTH",
    "ELEVENTH",
    "TWELFTH",
  ].map((word, i) => [word, String(i + 1)]),
);

/** Words that announce an apartment. */
const UNITS: ReadonlySet<string> = new Set([
  "#",
  "APARTMENT",
  "APT",
  "FL",
  "FLOOR",
  "NO",
  "REAR",
  "ROOM",
  "RM",
  "STE",
  "SUITE",
  "UNIT",
]);

/** Whether a canonical word is a compass direction (`N`). */
export function isDirection(word: string | undefined): boolean {
  return word !== undefined && DIRECTION_WORDS.has(word);
}

/** Whether a canonical word is a street type (`AVE`). */
export function isStreetType(word: string | undefined): boolean {
  return word !== undefined && TYPE_WORDS.has(word);
}

/** Whether a canonical word announces an apartment (`APT`). */
export function isUnitWord(word: string | undefined): boolean {
  return word !== undefined && UNITS.has(word);
}

/**
 * Splits text into canonical words: upper case, no punctuation, compass words and street types
 * abbreviated, ordinals bare (`63rd` and `63` are one street), commas kept as words of their own.
 */
export function canonicalWords(text: string): string[] {
  return text.toUpperCase()
    .replace(/[.'’]/g, "")
    .replace(/[–—]/g, "-")
    .replace(/#/g, " # ")
    .replace(/,/g, " , ")
    .replace(
      /(\d)\s+(ST|ND|RD|TH)\s+(?=(ST|STREET|AVE|AVENUE|PL|PLACE)\b)/g,
      "$1 ",
    )
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(canonicalWord);
}

function canonicalWord(word: string): string {
  const ordinal = /^(\d+)(ST|ND|RD|TH)$/.exec(word);
  if (ordinal) return ordinal[1];
  return DIRECTIONS.get(word) ?? ORDINALS.get(word) ?? NAMES.get(word) ??
    TYPES.get(word) ?? word;
}
