import { DAY_MS } from "../../../contracts/day.ts";
import { propertyHistory as contract } from "../../../contracts/operations/property_history.ts";
import type {
  HistoryEvent,
  HistoryInput,
  HistoryOutput,
} from "../../../contracts/property.ts";
import { metersBetween, projectionAt } from "../../engine/geo/projection.ts";
import { dollars } from "../../engine/figures.ts";
import { roundTo } from "../../engine/rounding.ts";
import { salesOfParcel } from "../../engine/sales/history.ts";
import { isoOf } from "../../engine/snapshot.ts";
import { parseSubject } from "../../engine/subject/parse.ts";
import {
  type ResolvedSubject,
  resolveSubject,
} from "../../engine/subject/resolve.ts";
import { codeAt } from "../../engine/tables.ts";
import {
  subjectFieldsOf,
  subjectText,
} from "../../answers/valuation_fields.ts";
import { listingsOf } from "../../service/inventory_of.ts";
import type { Operation, OperationContext } from "../../service/operation.ts";
import { stampOf } from "../../service/stamp.ts";

/** Meters within which a city permit is taken to be of the property. */
const PERMIT_RADIUS = 15;

/** Tells what happened to a property. */
export const propertyHistory: Operation<
  typeof HistoryInput,
  typeof HistoryOutput
> = {
  contract,
  run(context, input) {
    const { snapshot } = context;
    const subject = resolveSubject(snapshot, parseSubject(input));
    const events = subject.parcel < 0 ? [] : [
      ...saleEvents(context, subject.parcel),
      ...yearOnlyEvents(context, subject.parcel),
      ...listingEvents(context, subject.parcel),
      ...assessmentEvents(context, subject.parcel),
      ...permitEvents(context, subject),
    ];
    return {
      ...stampOf(snapshot),
      subject: subjectFieldsOf(snapshot, subject),
      events: events.sort((a, b) => a.date < b.date ? 1 : -1),
    };
  },
  summary: ({ subject, events }) => {
    const what = subjectText(subject);
    return events.length === 0 ? `${what}: nothing is recorded.` : [
      `${what}, newest first:`,
      ...events.map(({ date, title, amount, note }) =>
        `${date} ${title}${amount === null ? "" : ` ${dollars(amount)}`}${
          note === null ? "" : ` (${note})`
        }`
      ),
    ].join("\n");
  },
};

/** What it was against the one before, a fraction. */
function changeOf(now: number, before: number | undefined): number | null {
  return before === undefined || before <= 0
    ? null
    : roundTo(now / before - 1, 4);
}

function saleEvents(
  { snapshot, today }: OperationContext,
  parcel: number,
): HistoryEvent[] {
  const known = salesOfParcel(snapshot, parcel)
    .filter(({ sale_date }) => sale_date <= isoOf(today));
  return known.map((sale, at): HistoryEvent => {
    const before = known.slice(at + 1).find(({ validated }) => validated);
    return {
      date: sale.sale_date,
      kind: "sale",
      title: sale.validated ? "Sold" : "Deed recorded",
      amount: roundTo(sale.sale_price, 0),
      change: sale.validated
        ? changeOf(sale.sale_price, before?.sale_price)
        : null,
      note: sale.rejected
        ? `not counted as a market sale: ${sale.rejected.reason}`
        : sale.deed_type || null,
      source: "county sales",
    };
  });
}

/** Sales of which the year alone is known. */
function yearOnlyEvents(
  { snapshot, today }: OperationContext,
  parcel: number,
): HistoryEvent[] {
  const { year_only_sales: sales } = snapshot.tables;
  const year = Number(isoOf(today).slice(0, 4));
  const found: HistoryEvent[] = [];
  for (let row = 0; row < sales.rows; row++) {
    if (sales.parcel[row] !== parcel || sales.sale_year[row] > year) continue;
    found.push({
      date: `${sales.sale_year[row]}`,
      kind: "sale",
      title: "Sold",
      amount: roundTo(sales.sale_price[row], 0),
      change: null,
      note: "the source gives only the year",
      source: "county sales",
    });
  }
  return found;
}

function listingEvents(
  context: OperationContext,
  parcel: number,
): HistoryEvent[] {
  const { snapshot, today } = context;
  const pin = snapshot.tables.parcels.property_id.at(parcel);
  return listingsOf(context, pin)
    .filter(({ onMarket, duplicateOf }) =>
      onMarket <= today && duplicateOf === null
    )
    .flatMap((listing): HistoryEvent[] => {
      const { source, prices, onMarket, status, statusChangedAt } = listing;
      const [first, ...later] = prices;
      const listed: HistoryEvent = {
        date: isoOf(onMarket),
        kind: "listed",
        title: listing.relistingOf === null
          ? "Listed for sale"
          : "Listed for sale again",
        amount: roundTo(first?.price ?? listing.listPrice, 0),
        change: null,
        note: null,
        source,
      };
      const changes = later.map(({ at, price }, i): HistoryEvent => ({
        date: isoOf(Math.floor(at / DAY_MS)),
        kind: "price_change",
        title: price < prices[i].price ? "Price cut" : "Price raised",
        amount: roundTo(price, 0),
        change: changeOf(price, prices[i].price),
        note: `from ${dollars(prices[i].price)}`,
        source,
      }));
      const ended: HistoryEvent[] = status === "active" ? [] : [{
        date: isoOf(Math.floor(statusChangedAt / DAY_MS)),
        kind: "status_change",
        title: STATUSES[status],
        amount: null,
        change: null,
        note: null,
        source,
      }];
      return [listed, ...changes, ...ended];
    });
}

const STATUSES = {
  coming_soon: "Coming soon",
  active_under_contract: "Under contract",
  pending: "Sale pending",
  hold: "Listing on hold",
  withdrawn: "Listing withdrawn",
  canceled: "Listing canceled",
  expired: "Listing expired",
  closed: "Listing closed",
} as const;

function assessmentEvents(
  { snapshot, today }: OperationContext,
  parcel: number,
): HistoryEvent[] {
  const { assessments } = snapshot.tables;
  const year = Number(isoOf(today).slice(0, 4));
  const found: { year: number; value: number; stage: string }[] = [];
  for (let row = 0; row < assessments.rows; row++) {
    if (
      assessments.parcel[row] !== parcel || assessments.tax_year[row] > year
    ) continue;
    for (
      const [stage, words] of [
        ["board", "after the Board of Review"],
        ["certified", "as certified"],
        ["mailed", "as mailed"],
      ] as const
    ) {
      const value = assessments[stage][row];
      if (!(value > 0)) continue;
      found.push({ year: assessments.tax_year[row], value, stage: words });
      break;
    }
  }
  found.sort((a, b) => b.year - a.year);
  return found.map((each, at): HistoryEvent => ({
    date: `${each.year}`,
    kind: "assessment",
    title: "Assessed value",
    amount: roundTo(each.value, 0),
    change: changeOf(each.value, found[at + 1]?.value),
    note: `tax year ${each.year}, ${each.stage}`,
    source: "county assessments",
  }));
}

/** City permits right at the property; the published records carry a position and no parcel. */
function permitEvents(
  { snapshot, today }: OperationContext,
  { lat, lon }: ResolvedSubject,
): HistoryEvent[] {
  const { city_records: records } = snapshot.tables;
  if (Number.isNaN(lat + lon)) return [];
  const projection = projectionAt(lat, lon);
  const x = projection.x(lon), y = projection.y(lat);
  const found: HistoryEvent[] = [];
  for (let row = 0; row < records.rows; row++) {
    if (
      codeAt(records.kind, row) !== "permit" || records.date[row] > today ||
      Math.abs(records.lat[row] - lat) > 0.001
    ) continue;
    const distance = metersBetween(
      x,
      y,
      projection.x(records.lon[row]),
      projection.y(records.lat[row]),
    );
    if (distance > PERMIT_RADIUS) continue;
    found.push({
      date: isoOf(records.date[row]),
      kind: "permit",
      title: "Building permit",
      amount: null,
      change: null,
      note: codeAt(records.what, row).toLowerCase(),
      source: "City of Chicago permits",
    });
  }
  return found;
}
