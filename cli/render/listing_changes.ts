import type { KnownHome } from "../../core/inventory/import/import_file.ts";
import type {
  ListingChange,
  Offer,
  Rejection,
  WriteCounts,
} from "../../core/inventory/lifecycle/source_writer.ts";
import { count, money } from "../format.ts";
import { note, print, style, table } from "../output.ts";

/** Changes shown one by one. */
const SHOWN = 20;

const WORDS: Readonly<Record<keyof WriteCounts, string>> = {
  added: "added",
  changed: "updated",
  removed: "removed",
  unchanged: "unchanged",
  outdated: "older than known",
  rejected: "not taken",
};

/**
 * Returns the figures of a run, as one line.
 *
 * @param known added listings whose home was listed before
 */
export function countsText(
  source: string,
  counts: WriteCounts,
  known = 0,
): string {
  const before = known === 0 ? "" : ` (${count(known)} listed before)`;
  const figures = (Object.keys(WORDS) as (keyof WriteCounts)[])
    .filter((name) => counts[name] > 0)
    .map((name) =>
      `${count(counts[name])} ${WORDS[name]}${name === "added" ? before : ""}`
    );
  return `${style("title", source)}: ${figures.join(", ") || "nothing new"}`;
}

/** Prints the new price or status of listings that were known already. */
export function printChanges(changes: readonly ListingChange[]): void {
  const told = changes.flatMap(({ id, address, was, is }) => {
    const what = was === null ? [] : differences(was, is);
    return what.length === 0 ? [] : [[address ?? id, what.join(", "), id]];
  });
  if (told.length === 0) return;
  print();
  print(table(
    [{ head: "Updated" }, { head: "What", wraps: true }, { head: "Listing" }],
    told.slice(0, SHOWN),
  ));
  if (told.length > SHOWN) note(`${count(told.length - SHOWN)} more`);
}

function differences(was: Offer, is: Offer): string[] {
  const word = ({ status }: Offer) => status.replaceAll("_", " ");
  return [
    ...(was.price === is.price
      ? []
      : [`${money(was.price)} to ${money(is.price)}`]),
    ...(was.status === is.status ? [] : [`${word(was)} to ${word(is)}`]),
  ];
}

/** Prints which of the added listings are of homes that have other listings. */
export function printKnownHomes(
  known: readonly KnownHome[],
  changes: readonly ListingChange[],
): void {
  if (known.length === 0) return;
  const addresses = new Map(changes.map(({ id, address }) => [id, address]));
  print();
  print(table(
    [
      { head: "Known home" },
      { head: "Added as" },
      { head: "Listed before as", wraps: true },
    ],
    known.slice(0, SHOWN).map(({ id, others }) => [
      addresses.get(id) ?? "",
      id,
      others.map(({ id, status, listPrice }) =>
        `${id} (${status.replaceAll("_", " ")}, ${money(listPrice)})`
      ).join(", "),
    ]),
  ));
  if (known.length > SHOWN) note(`${count(known.length - SHOWN)} more`);
}

/** Prints the records that were not taken, and why. */
export function printRejections(rejections: readonly Rejection[]): void {
  if (rejections.length === 0) return;
  print();
  print(table(
    [{ head: "Not imported" }, { head: "Why", wraps: true }],
    rejections.map(({ record, reason }) => [record, reason]),
  ));
}
