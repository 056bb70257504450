import { canonicalWords } from "../engine/subject/street_words.ts";
import type { Listing } from "./listing.ts";

/** Returns what every listing of one parcel, or else of one address, has in common; without either the listing is alone. */
export function placeKey({ id, pin, address, zip }: Listing): string {
  if (pin !== null) return pin;
  return address === null
    ? id
    : [...canonicalWords(address), zip ?? ""].join(" ");
}
