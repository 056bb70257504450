import { dashed } from "../../core/engine/subject/property_id.ts";
import type { InventoryOutput } from "../../contracts/inventory.ts";
import { adviceInOptions } from "../flags.ts";
import { count, money, plural, UNKNOWN } from "../format.ts";
import { type Column, legendOf, style, table } from "../output.ts";
import { footerLines, paragraph, propertyType, verdict } from "./parts.ts";

/** Returns homes for sale, best first; a figure that no home has, and what `--fields` leaves out, has no column. */
export function renderSearch(answer: InventoryOutput): string {
  const { area, strategy, listings, total, inventory_size, empty } = answer;
  return [
    style("title", area ? area.name : "The county"),
    ...(empty
      ? [
        paragraph(
          adviceInOptions(
            `${empty.reason[0].toUpperCase()}${
              empty.reason.slice(1)
            }. What would change it: ${empty.fix}`,
          ),
        ),
      ]
      : [
        paragraph(
          `${count(listings.length)} of ${
            plural(total, "matching listing")
          }, of ${count(inventory_size)} for sale; ${
            ORDERS[answer.ranked_by]
          } for ${strategy}`,
        ),
        ...listingsLines(listings),
      ]),
    ...topTractsLine(answer),
    ...(answer.next_cursor
      ? [paragraph(`More: repeat with --cursor ${answer.next_cursor}`)]
      : []),
    ...footerLines(answer),
  ].join("\n");
}

const ORDERS: Readonly<Record<InventoryOutput["ranked_by"], string>> = {
  deal_score: "best deal score first",
  tract_percentile: "best tract first (no value is exact enough for a score)",
  sort: "sorted as requested",
};

type Listing = InventoryOutput["listings"][number];

/** A column, and what it shows of a home. */
interface ListingColumn extends Column {
  text(listing: Listing): string;
}

const COLUMNS: readonly ListingColumn[] = [
  {
    head: "Address",
    wraps: true,
    text: ({ address, listing_id }) => address ?? listing_id,
  },
  {
    head: "PIN",
    text: ({ property_id }) => property_id ? dashed(property_id) : UNKNOWN,
  },
  {
    head: "Type",
    dispensable: 3,
    text: ({ prop_type }) => prop_type ? propertyType(prop_type) : UNKNOWN,
  },
  { head: "Status", dispensable: 5, text: ({ status }) => status ?? UNKNOWN },
  {
    head: "Asked",
    align: "right",
    text: ({ list_price }) => money(list_price),
  },
  {
    head: "Days",
    align: "right",
    dispensable: 4,
    text: ({ days_on_market }) => count(days_on_market),
  },
  {
    head: "Pctl",
    align: "right",
    dispensable: 2,
    legend: "Pctl: the tract's percentile in the county, for the strategy.",
    text: ({ percentile }) => oneDecimal(percentile),
  },
  {
    head: "Score",
    align: "right",
    dispensable: 2,
    legend:
      "Score: the tract's percentile, reduced where the property's own figures are weak.",
    text: ({ deal_score }) => oneDecimal(deal_score),
  },
  {
    head: "Value",
    align: "right",
    dispensable: 1,
    legend:
      "Value: conservative to aggressive; in parentheses a range in place of a refused value.",
    text: ({ arv, fallback }) =>
      arv
        ? `${money(arv.conservative)} to ${money(arv.aggressive)}`
        : fallback
        ? `(${money(fallback.low)} to ${money(fallback.high)})`
        : UNKNOWN,
  },
  {
    head: "Cash flow",
    align: "right",
    dispensable: 6,
    legend: "Cash flow: first year as a rental.",
    text: ({ cash_flow }) => cashFlow(cash_flow),
  },
  {
    head: "Risk",
    align: "right",
    dispensable: 7,
    text: ({ risk_score }) => count(risk_score),
  },
  {
    head: "Read",
    legend: "Read: verdict at the asking price.",
    text: (listing) => listing.verdict ? verdict(listing.verdict) : UNKNOWN,
  },
];

/** The table of homes, without columns in which nothing is known, and what its columns are. */
function listingsLines(listings: readonly Listing[]): string[] {
  const columns = COLUMNS.filter(({ text }) =>
    listings.some((each) => text(each) !== UNKNOWN)
  );
  const rows = listings.map((each) => columns.map(({ text }) => text(each)));
  const legend = legendOf(columns, rows);
  return [
    "",
    table(columns, rows),
    ...(legend ? ["", paragraph(legend)] : []),
  ];
}

function cashFlow(range: Listing["cash_flow"]): string {
  if (!range) return UNKNOWN;
  return range.low === range.high
    ? money(range.low)
    : `${money(range.low)} to ${money(range.high)}`;
}

function oneDecimal(value: number | null | undefined): string {
  return value?.toFixed(1) ?? UNKNOWN;
}

function topTractsLine(
  { strategy, top_tracts }: InventoryOutput,
): string[] {
  if (top_tracts.length === 0) return [];
  const tracts = top_tracts.map(({ geoid, percentile }) =>
    `${geoid} (${percentile.toFixed(1)})`
  );
  return [paragraph(`Best tracts for ${strategy}: ${tracts.join(", ")}`)];
}
