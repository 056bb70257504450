import { DAY_MS } from "../../contracts/day.ts";
import { TABLES } from "../engine/tables.ts";
import { TableBuilder } from "../snapshot/builder.ts";
import { compareFacts, type Facts, storeFacts } from "./facts.ts";
import type { Tally } from "./tally.ts";
import {
  comparePlace,
  PARCELS,
  type Place,
  SALES,
  storePlace,
} from "./work_tables.ts";

/** A recorded sale as a source gives it. */
export interface SaleRecord {
  readonly day: number;
  readonly price: number;
  readonly document: string;
  readonly deedType: string;
  /** The county's property class at the time; `""` when unknown. */
  readonly propertyClass: string;
  readonly multiParcel: boolean;
  readonly sameSale: boolean;
  /** False where the source names the month only. */
  readonly exactDay: boolean;
  readonly place: Place;
  /** Facts recorded with the sale itself; undefined where another dataset has them. */
  readonly facts?: Facts;
}

/** A sale of which the year is known and the day is not. */
export interface YearOnlySale {
  /** Row of the builder's parcels. */
  readonly parcel: number;
  readonly year: number;
  /** US dollars. */
  readonly price: number;
}

/** A parcel's street address. */
export interface Address {
  readonly street: string;
  readonly city: string;
  readonly zip: string;
}

/** Assessed values of a parcel in a tax year, US dollars. */
export interface Assessment {
  readonly tax_year: number;
  readonly mailed: number;
  readonly certified: number;
  readonly board: number;
}

/** The year that means "the newest there is". */
const NEWEST = 9999;

/**
 * Collects a county's parcels, sales and assessments from rows in any order. Only what can
 * still win is kept: a parcel holds its newest place and facts, a sale the facts of its own
 * time, so memory grows with parcels and sales, not with the years of records read.
 * `joinCounty` makes the tables of it.
 */
export class CountyBuilder {
  readonly parcels = new TableBuilder(PARCELS);
  readonly sales = new TableBuilder(SALES);
  readonly yearOnly: YearOnlySale[] = [];
  readonly assessments = new TableBuilder(TABLES.assessments);
  /** Tallies of the files that gave sales; `sales.tally` points here. */
  readonly tallies: Tally[] = [];
  /** False once a source of sales has no deed types. */
  deedsKnown = true;
  readonly #rowOf = new Map<string, number>();
  /** Sales of each parcel that wait for facts, and every sale's year. */
  readonly #salesOf: (number[] | undefined)[] = [];
  readonly #saleYears: number[] = [];

  /** Row of a parcel, undefined when no universe, sale or characteristics row named it. */
  find(propertyId: string): number | undefined {
    return this.#rowOf.get(propertyId);
  }

  #parcel(propertyId: string): number {
    let row = this.#rowOf.get(propertyId);
    if (row === undefined) {
      row = this.parcels.append();
      this.#rowOf.set(propertyId, row);
      this.parcels.columns.property_id.set(row, propertyId);
    }
    return row;
  }

  /** Adds a sale. Sales must come before the characteristics that describe them. */
  addSale(propertyId: string, sale: SaleRecord, tally: Tally): void {
    const parcel = this.#parcel(propertyId);
    const row = this.sales.append();
    const { columns } = this.sales;
    columns.parcel.set(row, parcel);
    columns.sale_date.set(row, sale.day);
    columns.sale_price.set(row, sale.price);
    columns.document.set(row, sale.document);
    columns.deed_type.set(row, sale.deedType);
    columns.multi_parcel.set(row, Number(sale.multiParcel));
    columns.same_sale.set(row, Number(sale.sameSale));
    columns.exact_day.set(row, Number(sale.exactDay));
    if (this.tallies.at(-1) !== tally) this.tallies.push(tally);
    columns.tally.set(row, this.tallies.length - 1);
    storePlace(columns, row, sale.place);
    if (sale.facts) return storeFacts(columns, row, sale.facts);
    columns.class.set(row, sale.propertyClass);
    this.#saleYears[row] = new Date(sale.day * DAY_MS).getUTCFullYear();
    (this.#salesOf[parcel] ??= []).push(row);
  }

  /** Offers a universe row: the newest year's place is kept. */
  addPlace(
    propertyId: string,
    year: number,
    propertyClass: string,
    place: Place,
  ): void {
    const row = this.#parcel(propertyId);
    const { columns } = this.parcels;
    const held = columns.place_year.get(row);
    if (year < held) return;
    if (year === held && comparePlace(place, columns, row) >= 0) return;
    columns.place_year.set(row, year);
    columns.universe_class.set(row, propertyClass);
    storePlace(columns, row, place);
  }

  /**
   * Offers the facts of one card (building) of a parcel in `facts.facts_year`. A sale keeps the
   * facts of the newest year not after its own, else of the earliest later one; the parcel keeps
   * the newest. Among the cards of a year the first wins, and `cards` is what the county states, but at
   * least two.
   */
  addFacts(propertyId: string, card: number, facts: Facts): void {
    const parcel = this.#parcel(propertyId);
    offerFacts(this.parcels, parcel, NEWEST, card, facts);
    for (const sale of this.#salesOf[parcel] ?? []) {
      offerFacts(this.sales, sale, this.#saleYears[sale], card, facts);
    }
  }

  /** Offers a street address; the newest year's is kept. False when the parcel is not known. */
  addAddress(propertyId: string, year: number, address: Address): boolean {
    const row = this.#rowOf.get(propertyId);
    if (row === undefined) return false;
    const { columns } = this.parcels;
    const held = columns.address_year.get(row);
    const newer = year > held ||
      (year === held && address.street < columns.address_street.get(row));
    if (newer) {
      columns.address_year.set(row, year);
      columns.address_street.set(row, address.street);
      columns.address_city.set(row, address.city);
      columns.address_zip.set(row, address.zip);
    }
    return true;
  }

  /** Adds assessed values. False when the parcel is not known. */
  addAssessment(propertyId: string, values: Assessment): boolean {
    const parcel = this.#rowOf.get(propertyId);
    if (parcel === undefined) return false;
    this.assessments.push({ parcel, ...values });
    return true;
  }
}

function offerFacts(
  { columns }: TableBuilder<typeof PARCELS> | TableBuilder<typeof SALES>,
  row: number,
  year: number,
  card: number,
  facts: Facts,
): void {
  const heldYear = columns.facts_year.get(row);
  const heldCard = columns.card.get(row);
  if (heldYear === facts.facts_year) {
    const cards = Math.max(
      columns.cards.get(row) || 1,
      facts.cards || 1,
      card === heldCard ? 1 : 2,
    );
    const wins = card < heldCard ||
      (card === heldCard && compareFacts(facts, columns, row) < 0);
    if (wins) store();
    columns.cards.set(row, cards);
  } else if (heldYear === 0 || isCloser(facts.facts_year, heldYear, year)) {
    store();
  }
  function store() {
    storeFacts(columns, row, facts);
    columns.card.set(row, card);
  }
}

/** Whether facts of one year describe a building in `year` better than those of another. */
function isCloser(candidate: number, held: number, year: number): boolean {
  if (candidate <= year) return held > year || candidate > held;
  return held > year && candidate < held;
}
