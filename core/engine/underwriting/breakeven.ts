import { CONSTANTS } from "../../../contracts/constants.ts";
import type { Deal } from "./deal.ts";
import { flipOf } from "./flip.ts";
import type { RentalReturns } from "./returns.ts";
import { rentalReturns, withLongTermRate } from "./sensitivity.ts";
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

/** Beyond any price, in dollars: where a search for a price ends. */
const MOST = 1e9;
/** Beyond any rent, in dollars a month. */
const MOST_RENT = 1e7;

const NO_RENTAL = "the rent or the property tax is unknown";
const NO_LOAN = "there is no loan";

/** Solves for each input alone, everything else as in the deal. */
export function breakevensOf(deal: Deal): Breakevens {
  const { dscr_target } = CONSTANTS.underwriting;
  const atPrice = (price: number): Deal => ({ ...deal, price });
  const atRent = (rent: number): Deal => ({ ...deal, rent });
  const atRate = (rate: number): Deal => withLongTermRate(deal, rate);
  const coverage = ({ dscr }: RentalReturns) =>
    dscr === null ? null : dscr - dscr_target;
  const cash = ({ cashFlow }: RentalReturns) => cashFlow;
  const debtCash = (returns: RentalReturns) =>
    returns.dscr === null ? null : returns.cashFlow;
  const profit = (flip: Deal) => flipOf(flip)?.netProfit ?? null;
  const rental =
    (of: (returns: RentalReturns) => number | null) => (at: Deal) => {
      const returns = rentalReturns(at);
      return returns && of(returns);
    };

  const noRental = rentalReturns({ ...deal, rent: deal.rent ?? 0 }) === null
    ? NO_RENTAL
    : null;
  const noRent = deal.rent === null ? NO_RENTAL : noRental;
  const noDebt = noRental ??
    (rentalReturns(atRent(deal.rent ?? 0))?.dscr === null ? NO_LOAN : null);
  return {
    priceAtTargetDscr: solve(
      noRent ?? noDebt,
      rental(coverage),
      atPrice,
      [1, MOST],
      "the rent does not cover the operating expenses at any price",
    ),
    rentAtTargetDscr: solve(
      noDebt,
      rental(coverage),
      atRent,
      [0, MOST_RENT],
      "no rent reaches it",
    ),
    rentAtBreakeven: solve(
      noRental,
      rental(cash),
      atRent,
      [0, MOST_RENT],
      "no rent reaches it",
    ),
    rateAtTargetDscr: solve(
      noRent ?? noDebt,
      rental(coverage),
      atRate,
      [0, 1],
      "not even an interest-free loan reaches it",
    ),
    rateAtBreakeven: solve(
      noRent ?? noDebt,
      rental(debtCash),
      atRate,
      [0, 1],
      "not even an interest-free loan breaks even",
    ),
    vacancyAtBreakeven: solve(
      noRent,
      rental(cash),
      (vacancy) => ({ ...deal, vacancy }),
      [0, 1],
      "it loses money even when always rented",
    ),
    arvAtFlipBreakeven: solve(
      deal.taxNow === null ? NO_RENTAL : null,
      profit,
      (arv) => ({ ...deal, arv }),
      [1, MOST],
      "no sale price reaches it",
    ),
    priceAtFlipBreakeven: solve(
      profit(deal) === null
        ? "the after-repair value or the property tax is unknown"
        : null,
      profit,
      atPrice,
      [1, MOST],
      "it loses money at any price",
    ),
  };
}

/** Finds where `of(at(x))` crosses zero. `of` is monotone along `at`. */
function solve(
  impossible: string | null,
  of: (deal: Deal) => number | null,
  at: (x: number) => Deal,
  [low, high]: readonly [number, number],
  never: string,
): Breakeven {
  if (impossible !== null) return { value: null, reason: impossible };
  const value = crossing((x) => of(at(x)) ?? NaN, low, high);
  return value === null
    ? { value: null, reason: never }
    : { value, reason: null };
}
