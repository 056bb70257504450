import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import { type Deal, withLongTermRate } from "./deal.ts";
import { flipOf } from "./flip.ts";
import { coverageOver, type RentalReturns, returnsOf } from "./returns.ts";
import { crossing, lastWhole } from "./solve.ts";

/** The value of one input at which an outcome turns; null with the reason when none does. */
export type Breakeven =
  | { readonly value: number; readonly reason: null }
  | { readonly value: null; readonly reason: string };

/** The questions people ask next. */
export interface Breakevens {
  /** The largest price in whole dollars. */
  readonly priceAtTargetDscr: Breakeven;
  /** Dollars a month. */
  readonly rentAtTargetDscr: Breakeven;
  /** Dollars a month at which the year's cash flow is zero. */
  readonly rentAtBreakeven: Breakeven;
  /** Fraction a year. */
  readonly rateAtTargetDscr: Breakeven;
  readonly rateAtBreakeven: Breakeven;
  /** Share of the rent. */
  readonly vacancyAtBreakeven: Breakeven;
  /** Dollars: the sale price at which a flip nets nothing. */
  readonly arvAtFlipBreakeven: Breakeven;
  /** The largest purchase price, in whole dollars, at which a flip loses nothing. */
  readonly priceAtFlipBreakeven: Breakeven;
}

/** Where a search ends: beyond any price in dollars, and any rent in dollars a month. */
const MOST_PRICE = 1e9;
const MOST_RENT = 1e7;

/** What an answer rests on; the first that is absent is the reason there is none. */
type Need = "tax" | "rent" | "loan" | "arv";

/** One input that is varied, and between which values. */
interface Range {
  readonly set: (deal: Deal, value: number) => Deal;
  readonly low: number;
  readonly high: number;
}

const INPUTS = {
  price: {
    set: (deal, price) => ({ ...deal, price }),
    low: 1,
    high: MOST_PRICE,
  },
  rent: { set: (deal, rent) => ({ ...deal, rent }), low: 0, high: MOST_RENT },
  rate: { set: withLongTermRate, low: 0, high: 1 },
  vacancy: { set: (deal, vacancy) => ({ ...deal, vacancy }), low: 0, high: 1 },
  arv: { set: (deal, arv) => ({ ...deal, arv }), low: 1, high: MOST_PRICE },
} as const satisfies Record<string, Range>;

const coverage = (deal: Deal): number =>
  coverageOver(deal, UNDERWRITING.dscr_target) ?? NaN;
const cashFlow = rental((returns) => returns.cashFlow);
const profit = (deal: Deal): number => flipOf(deal)?.netProfit ?? NaN;

/** Solves for each input alone, everything else as in the deal. */
export function breakevensOf(deal: Deal): Breakevens {
  const solve = (
    input: keyof typeof INPUTS,
    outcome: (deal: Deal) => number,
    needs: readonly Need[],
    never: string,
  ): Breakeven => {
    const reason = absent(deal, needs);
    if (reason !== null) return { value: null, reason };
    const { set, low, high } = INPUTS[input];
    const search = input === "price" ? lastWhole : crossing;
    const value = search((x) => outcome(set(deal, x)), low, high);
    return value === null || value > high
      ? { value: null, reason: never }
      : { value, reason: null };
  };
  const financed = ["tax", "rent", "loan"] as const;
  return {
    priceAtTargetDscr: solve(
      "price",
      coverage,
      financed,
      "the rent does not cover the operating expenses at any price",
    ),
    rentAtTargetDscr: solve(
      "rent",
      coverage,
      ["tax", "loan"],
      "no rent reaches it",
    ),
    rentAtBreakeven: solve("rent", cashFlow, ["tax"], "no rent reaches it"),
    rateAtTargetDscr: solve(
      "rate",
      coverage,
      financed,
      "not even an interest-free loan reaches it",
    ),
    rateAtBreakeven: solve(
      "rate",
      cashFlow,
      financed,
      "not even an interest-free loan breaks even",
    ),
    vacancyAtBreakeven: solve(
      "vacancy",
      cashFlow,
      ["tax", "rent"],
      "it loses money even when always rented",
    ),
    arvAtFlipBreakeven: solve(
      "arv",
      profit,
      ["tax"],
      "no sale price reaches it",
    ),
    priceAtFlipBreakeven: solve(
      "price",
      profit,
      ["tax", "arv"],
      "it loses money at any price",
    ),
  };
}

function rental(of: (returns: RentalReturns) => number) {
  return (deal: Deal): number => {
    const returns = returnsOf(deal);
    return returns === null ? NaN : of(returns);
  };
}

function absent(deal: Deal, needs: readonly Need[]): string | null {
  const absences: Record<Need, string | false> = {
    tax: deal.tax === null && "the property tax is unknown",
    rent: deal.rent === null && "the rent is unknown",
    loan: deal.purchase.down_pct === 1 && "there is no loan",
    arv: deal.arv === null && "there is no after-repair value",
  };
  return needs.map((need) => absences[need]).find((each) => each !== false) ??
    null;
}
