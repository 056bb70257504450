import leven from "leven";
import { Fault } from "../../../contracts/errors.ts";
import type { SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";
import { readAddress, readStreet, type StreetReading } from "./address.ts";
import {
  type AddressIndex,
  addressIndex,
  nearbyNumbers,
  parcelsAt,
  streetsOf,
} from "./address_index.ts";

/** Candidates listed when an address is ambiguous or near a known one. */
const MAX_CANDIDATES = 8;
/** Letters by which a misspelled street may differ from a known one. */
const MAX_TYPOS = 2;

const EXPECTED =
  "a street address of the loaded counties, with city or ZIP where there could be two";

/**
 * The row of the one parcel at an address.
 *
 * @throws {Fault} `invalid_params` without a house number or, with `candidates`, when several
 * parcels match; `not_found` with the closest addresses as `candidates`
 */
export function resolveAddress(
  snapshot: SnapshotData,
  address: string,
): number {
  const text = readAddress(address);
  if (!text || text.words.length === 0) {
    throw new Fault(
      "invalid_params",
      "the address has no house number and street",
      {
        field: "address",
        expected: "a house number and a street: `3101 S Halsted St, Chicago`",
      },
    );
  }
  const index = addressIndex(snapshot);
  const readings = readStreet(text.words, (name) => index.byName.has(name));
  for (const reading of readings) {
    const rows = parcelsAt(snapshot, index, text.numbers, reading);
    if (rows.length === 1) return rows[0];
    if (rows.length > 1) {
      throw new Fault(
        "invalid_params",
        `${rows.length} properties match this address`,
        {
          field: "address",
          expected:
            "one property: name its property_id, or add city, ZIP or direction",
          candidates: rows.slice(0, MAX_CANDIDATES).map((row) =>
            describe(snapshot, row)
          ),
        },
      );
    }
  }
  const near = suggest(snapshot, index, text, readings);
  throw new Fault("not_found", "no property has this address", {
    field: "address",
    expected: EXPECTED,
    ...(near.length > 0 && { candidates: near }),
  });
}

/** A candidate a caller can pick: identifier first, then where it is. */
function describe(snapshot: SnapshotData, row: number): string {
  const parcels = snapshot.tables.parcels;
  const place = [
    parcels.address.at(row),
    [codeAt(parcels.city, row), codeAt(parcels.zip, row)].filter((part) =>
      part !== ""
    ).join(" "),
  ].filter((part) => part !== "").join(", ");
  return `${parcels.property_id.at(row)}: ${place} (${
    codeAt(parcels.prop_type, row)
  })`;
}

/** The closest known addresses: other numbers of the street, else streets spelled alike. */
function suggest(
  snapshot: SnapshotData,
  index: AddressIndex,
  text: { numbers: { low: number; high: number }; words: readonly string[] },
  readings: readonly StreetReading[],
): string[] {
  const streets = new Set(readings.flatMap((reading) => {
    const exact = streetsOf(index, reading);
    return exact.length > 0 ? exact : index.byName.get(reading.name) ?? [];
  }));
  if (streets.size === 0) {
    for (const name of similarNames(index, text.words)) {
      for (const street of index.byName.get(name)!) streets.add(street);
    }
  }
  return nearbyNumbers(index, text.numbers, [...streets], MAX_CANDIDATES)
    .map((row) => describe(snapshot, row));
}

/** Known street names within a few letters of what was asked, closest first. */
function similarNames(index: AddressIndex, words: readonly string[]): string[] {
  const comma = words.indexOf(",");
  const asked = words.slice(0, comma < 0 ? words.length : comma);
  const spellings = [0, 1].flatMap((start) =>
    asked.map((_, end) => asked.slice(start, end + 1).join(" ")).filter((
      name,
    ) => name.length > 3)
  );
  const scored: { name: string; typos: number }[] = [];
  for (const name of index.names) {
    let typos = MAX_TYPOS + 1;
    for (const spelling of spellings) {
      if (Math.abs(spelling.length - name.length) >= typos) continue;
      typos = Math.min(
        typos,
        leven(spelling, name, { maxDistance: MAX_TYPOS + 1 }),
      );
    }
    if (typos <= MAX_TYPOS) scored.push({ name, typos });
  }
  const best = scored.reduce(
    (least, { typos }) => Math.min(least, typos),
    Infinity,
  );
  return scored.filter(({ typos }) => typos === best).map(({ name }) => name);
}
