import { dashed } from "../../core/engine/subject/property_id.ts";
import type { InventoryOutput } from "../../contracts/inventory.ts";
import { adviceInOptions } from "../flags.ts";
import { count, money, plural, UNKNOWN } from "../format.ts";
import { style, table } from "../output.ts";
import { footerLines, paragraph, propertyType, verdict } from "./parts.ts";

/** Returns homes for sale, best first; fields that `--fields` leaves out are shown as unknown. */
export function renderSearch(answer: InventoryOutput): string {
  const { area, strategy, listings, total, inventory_size, empty } = answer;
  return [
    style("title", area ? area.name : "The county"),
    ...(empty
      ? [
        paragraph(
          adviceInOptions(
            `None: ${empty.reason}. What would change it: ${empty.fix}`,
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
        "",
        listingsTable(listings),
        "",
        paragraph(LEGEND),
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

const LEGEND =
  "Pctl: the tract's percentile in the county, for the strategy. Score: that percentile, reduced where the " +
  "property's own figures are weak. Value: conservative to aggressive; in parentheses a range in place of a refused value. Cash flow: first year as a rental. Read: verdict at the asking price.";

function listingsTable(listings: InventoryOutput["listings"]): string {
  return table(
    [
      { head: "Address", wraps: true },
      { head: "PIN" },
      { head: "Type", dispensable: 3 },
      { head: "Status", dispensable: 5 },
      { head: "Asked", align: "right" },
      { head: "Days", align: "right", dispensable: 4 },
      { head: "Pctl", align: "right", dispensable: 2 },
      { head: "Score", align: "right", dispensable: 2 },
      { head: "Value", align: "right", dispensable: 1 },
      { head: "Cash flow", align: "right", dispensable: 6 },
      { head: "Risk", align: "right", dispensable: 7 },
      { head: "Read" },
    ],
    listings.map((each) => [
      each.address ?? each.listing_id,
      each.property_id ? dashed(each.property_id) : UNKNOWN,
      each.prop_type ? propertyType(each.prop_type) : UNKNOWN,
      each.status ?? UNKNOWN,
      money(each.list_price),
      count(each.days_on_market),
      oneDecimal(each.percentile),
      oneDecimal(each.deal_score),
      each.arv
        ? `${money(each.arv.conservative)} to ${money(each.arv.aggressive)}`
        : each.fallback
        ? `(${money(each.fallback.low)} to ${money(each.fallback.high)})`
        : UNKNOWN,
      cashFlow(each.cash_flow),
      count(each.risk_score),
      each.verdict ? verdict(each.verdict) : UNKNOWN,
    ]),
  );
}

function cashFlow(
  range: InventoryOutput["listings"][number]["cash_flow"],
): string {
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
