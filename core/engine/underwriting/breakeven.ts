import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import { type Deal, withLongTermRate } from "./deal.ts";
import { flipOf } from "./flip.ts";
import { type RentalReturns, returnsOf } from "./returns.ts";

import { crossing } from "./solve.ts";

/** The value of one input at which an outcome turns; null with the reason when none does. */
export type Breakeven =
  | { readonly value: number; readonly reason: null }
  | { readonly value: null; readonly reason: string };

/** The questions people ask next. */
export interface Breakevens {
  /** Dollars. */
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
  /** Dollars: the sale price, and the purchase price, at which a flip nets nothing. */
  readonly arvAtFlipBreakeven: Breakeven;
  readonly priceAtFlipBreakeven: Breakeven;
}

/** Where a search ends: beyond any price in dollars, and any rent in dollars a month. */
const MOST_PRICE = 1e9;
const MOST_RENT = 1e7;

/** What an answer rests on; the first that is absent is the reason there is none. */
type Need = "tax" | "rent" | "loan" | "arv";

/** Solves for each input alone, everything else as in the deal. */
export function breakevensOf(deal: Deal): Breakevens {
  const { dscr_target } = UNDERWRITING;
  const at = {
    price: (price: number): Deal => ({ ...deal, price }),
    rent: (rent: number): Deal => ({ ...deal, rent }),
    rate: (rate: number): Deal => withLongTermRate(deal, rate),
    vacancy: (vacancy: number): Deal => ({ ...deal, vacancy }),
    arv: (arv: number): Deal => ({ ...deal, arv }),
  };
  const coverage = rental(({ dscr }) =>
    dscr === null ? NaN : dscr - dscr_target
  );
  const cashFlow = rental((returns) => returns.cashFlow);
  const profit = (of: Deal) => flipOf(of)?.netProfit ?? NaN;
  const solve = (
    needs: readonly Need[],
    outcome: (deal: Deal) => number,
    along: (x: number) => Deal,
    [low, high]: readonly [number, number],
    never: string,
  ): Breakeven => {
    const reason = absent(deal, needs);
    if (reason !== null) return { value: null, reason };
    const value = crossing((x) => outcome(along(x)), low, high);
    return value === null ? { value, reason: never } : { value, reason: null };
  };
  return {
    priceAtTargetDscr: solve(
      ["tax", "rent", "loan"],
      coverage,
      at.price,
      [1, MOST_PRICE],
      "the rent does not cover the operating expenses at any price",
    ),
    rentAtTargetDscr: solve(
      ["tax", "loan"],
      coverage,
      at.rent,
      [0, MOST_RENT],
      "no rent reaches it",
    ),
    rentAtBreakeven: solve(
      ["tax"],
      cashFlow,
      at.rent,
      [0, MOST_RENT],
      "no rent reaches it",
    ),
    rateAtTargetDscr: solve(
      ["tax", "rent", "loan"],
      coverage,
      at.rate,
      [0, 1],
      "not even an interest-free loan reaches it",
    ),
    rateAtBreakeven: solve(
      ["tax", "rent", "loan"],
      cashFlow,
      at.rate,
      [0, 1],
      "not even an interest-free loan breaks even",
    ),
    vacancyAtBreakeven: solve(
      ["tax", "rent"],
      cashFlow,
      at.vacancy,
      [0, 1],
      "it loses money even when always rented",
    ),
    arvAtFlipBreakeven: solve(
      ["tax"],
      profit,
      at.arv,
      [1, MOST_PRICE],
      "no sale price reaches it",
    ),
    priceAtFlipBreakeven: solve(
      ["tax", "arv"],
      profit,
      at.price,
      [1, MOST_PRICE],
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
