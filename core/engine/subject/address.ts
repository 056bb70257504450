import states from "addresser/data/us-states.json" with { type: "json" };
import {
  canonicalWords,
  isDirection,
  isStreetType,
  isUnitWord,
} from "./street_words.ts";

/** House numbers of a block; Chicago gives a block 100. */
const BLOCK_NUMBERS = 100;

/** House numbers of a building, lowest and highest (`3101-03` is 3101 to 3103). */
export interface HouseNumbers {
  readonly low: number;
  readonly high: number;
}

/** A street in canonical words; `""` where a part is missing. */
export interface Street {
  /** Compass direction before the name. */
  readonly before: string;
  /** The name without direction and type, words joined by a space. */
  readonly name: string;
  readonly type: string;
  /** Compass direction after the type. */
  readonly after: string;
}

/** What a caller's text says beyond number and street. */
export interface AddressRest {
  readonly unit: string;
  /** Words that name a city, in canonical form; `""` when none were given. */
  readonly city: string;
  /** Five digits or `""`. */
  readonly zip: string;
}

/** A caller's address split at the house number. */
export interface AddressText {
  readonly numbers: HouseNumbers;
  /** Canonical words after the number, commas included. */
  readonly words: readonly string[];
}

/** Reads the house number of an address and its canonical words; null when it has no number. */
export function readAddress(text: string): AddressText | null {
  const words = canonicalWords(text);
  const start = words.findIndex((word) => word !== ",");
  const numbers = readNumbers(words[start] ?? "");
  if (!numbers) return null;
  const rest = words.slice(start + 1);
  return { numbers, words: /^\d\/\d$/.test(rest[0]) ? rest.slice(1) : rest };
}

function readNumbers(word: string): HouseNumbers | null {
  const match = /^(\d{1,6})[A-Z]?(?:-(\d{1,6})[A-Z]?)?$/.exec(word);
  if (!match) return null;
  const low = Number(match[1]);
  if (match[2] === undefined) return { low, high: low };
  // `3101-03`: the second number keeps the first one's leading digits.
  const tail = match[2];
  const high = Number(
    match[1].slice(0, Math.max(0, match[1].length - tail.length)) + tail,
  );
  const isOneBuilding = high >= low &&
    high - low < BLOCK_NUMBERS;
  return { low, high: isOneBuilding ? high : low };
}

/** Splits a stored street (canonical words of a county address after its number) into its parts. */
export function splitStreet(
  words: readonly string[],
): Street & { readonly unit: string } {
  let end = words.length;
  const unitAt = words.findIndex((word, i) => i > 1 && isUnitWord(word));
  let unit = "";
  if (unitAt > 0) {
    unit = words.slice(unitAt + 1).join("");
    end = unitAt;
  }
  let start = 0;
  let before = "";
  if (
    isDirection(words[0]) && end > 1 && !(end === 2 && isStreetType(words[1]))
  ) {
    before = words[0];
    start = 1;
  }
  // The type is the last type word that is not the whole name; what follows is a direction or a unit.
  for (let at = end - 1; at > start; at--) {
    if (!isStreetType(words[at])) continue;
    const tail = words.slice(at + 1, end);
    const after = isDirection(tail[0]) ? tail[0] : "";
    const left = after === "" ? tail : tail.slice(1);
    if (left.length > 1) break;
    return {
      before,
      name: words.slice(start, at).join(" "),
      type: words[at],
      after,
      unit: unit || left.join(""),
    };
  }
  const after = end - start > 1 && isDirection(words[end - 1])
    ? words[end - 1]
    : "";
  return {
    before,
    name: words.slice(start, after === "" ? end : end - 1).join(" "),
    type: "",
    after,
    unit,
  };
}

/** A way to read a caller's words as a street that exists. */
export interface StreetReading extends Street {
  readonly rest: AddressRest;
}

/**
 * Ways to read the words after a house number, most words in the street name first. Free-text
 * parsers (parse-address, addresser) guess where the name ends and read `12 S Lake St` as a
 * street called S; here the county's own street names decide.
 *
 * @param isStreet whether a street of this name exists
 */
export function readStreet(
  words: readonly string[],
  isStreet: (name: string) => boolean,
): StreetReading[] {
  const readings: StreetReading[] = [];
  const comma = words.indexOf(",");
  const nameEnd = comma < 0 ? words.length : comma;
  for (const start of isDirection(words[0]) ? [1, 0] : [0]) {
    for (let end = nameEnd; end > start; end--) {
      const name = words.slice(start, end).join(" ");
      if (!isStreet(name)) continue;
      let at = end;
      const type = isStreetType(words[at]) ? words[at++] : "";
      const after = isDirection(words[at]) ? words[at++] : "";
      readings.push({
        before: start === 1 ? words[0] : "",
        name,
        type,
        after,
        rest: readRest(words.slice(at)),
      });
    }
  }
  return readings;
}

const STATES: ReadonlySet<string> = new Set(
  Object.entries(states).flat().map((word) => word.toUpperCase()),
);

function readRest(words: readonly string[]): AddressRest {
  let unit = "";
  let zip = "";
  const city: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (isUnitWord(word)) {
      while (isUnitWord(words[i + 1])) i++;
      unit = words[++i] ?? "";
    } else if (/^\d{5}(-\d{4})?$/.test(word)) zip = word.slice(0, 5);
    else if (/\d/.test(word)) unit ||= word;
    else if (word !== "," && !STATES.has(word)) city.push(word);
  }
  return { unit, zip, city: city.join(" ") };
}
