// The client's modules have the browser's types, which the server must not see: it sees these.
import type { InventoryOutput } from "../contracts/inventory.ts";

/** A place. */
export interface Center {
  readonly lat: number;
  readonly lon: number;
}

/** The list that the page comes with, as the client keeps it. */
export interface FirstHomes
  extends Pick<InventoryOutput, "listings" | "total" | "next_cursor"> {
  readonly verdicts: InventoryOutput["counts"]["by_verdict"];
  readonly bounds: Readonly<Record<string, number>>;
}

/** Returns what is in view where the map begins, and the parameters with which `/api/listings` answers that list. */
export function firstList(
  center: Center,
): Pick<FirstHomes, "bounds"> & {
  readonly query:
    & Readonly<Record<string, string | number>>
    & { readonly fields: string };
};

/** Returns the page as HTML, as its script would draw it first. */
export function drawPage(options: {
  /** What follows the path in the address. */
  readonly search: string;
  readonly center: Center;
  readonly first?: FirstHomes;
  readonly synthetic: boolean;
}): string;
