/**
 * Financing presets: dated planning constants, not quotes. Rates follow Freddie Mac's Primary
 * Mortgage Market Survey (30-year fixed, 6.34% on 2025-10-02) with the margin lenders of each kind
 * usually ask over it; a caller's own `rate` and `down_pct` always win.
 */
import { z } from "zod";

/** How a purchase is paid for. */
export const FinancingType = z.enum([
  "cash",
  "conventional_investor",
  "dscr_loan",
  "fha_owner_2_4",
  "conventional_owner_2_4",
  "hard_money",
]).describe(
  "with an owner type the buyer lives in one of two to four units; conventional_investor and dscr_loan are of 30 years, hard_money of 12 months",
);
/** How a purchase is paid for. */
export type FinancingType = z.infer<typeof FinancingType>;

/** Terms of a way to pay. Rates and shares are fractions. */
export interface FinancingPreset {
  readonly label: string;
  /** Interest a year; 0 for cash. */
  readonly rate: number;
  /** Down payment as a share of the price. */
  readonly down_pct: number;
  /** The least a lender of this kind accepts. */
  readonly min_down_pct: number;
  /** Months to maturity; 0 for cash. */
  readonly term_months: number;
  readonly interest_only: boolean;
  /** Origination charge as a share of the loan. */
  readonly points: number;
  /** Title, escrow, attorney, appraisal and recording, as a share of the price. */
  readonly closing_pct: number;
  /** Mortgage insurance paid at closing by adding it to the loan, a share of the base loan. */
  readonly upfront_mip: number;
  /** Mortgage insurance a year, a share of the base loan. */
  readonly annual_mip: number;
  /** The buyer lives in one of the units. */
  readonly owner_occupied: boolean;
  /** ISO date the terms were set. */
  readonly as_of: string;
  readonly source: string;
}

const AS_OF = "2025-10-02";
const PMMS = "Freddie Mac PMMS 30-year fixed, 6.34% on 2025-10-02";

/** Financing presets by type. */
export const FINANCING_PRESETS: Readonly<
  Record<FinancingType, FinancingPreset>
> = {
  cash: {
    label: "Cash",
    rate: 0,
    down_pct: 1,
    min_down_pct: 1,
    term_months: 0,
    interest_only: false,
    points: 0,
    closing_pct: 0.01,
    upfront_mip: 0,
    annual_mip: 0,
    owner_occupied: false,
    as_of: AS_OF,
    source: "no lender: title, escrow, attorney and recording only",
  },
  conventional_investor: {
    label: "Conventional, investor, 30 years fixed",
    rate: 0.0725,
    down_pct: 0.25,
    min_down_pct: 0.15,
    term_months: 360,
    interest_only: false,
    points: 0,
    closing_pct: 0.02,
    upfront_mip: 0,
    annual_mip: 0,
    owner_occupied: false,
    as_of: AS_OF,
    source: `${PMMS}, plus about 0.9 for a rented property`,
  },
  dscr_loan: {
    label: "DSCR loan, 30 years fixed",
    rate: 0.075,
    down_pct: 0.25,
    min_down_pct: 0.2,
    term_months: 360,
    interest_only: false,
    points: 0.01,
    closing_pct: 0.02,
    upfront_mip: 0,
    annual_mip: 0,
    owner_occupied: false,
    as_of: AS_OF,
    source: `${PMMS}, plus about 1.2 and a point for qualifying on rent`,
  },
  fha_owner_2_4: {
    label: "FHA 203(b), owner lives in one of 2-4 units",
    rate: 0.0625,
    down_pct: 0.035,
    min_down_pct: 0.035,
    term_months: 360,
    interest_only: false,
    points: 0,
    closing_pct: 0.025,
    upfront_mip: 0.0175,
    annual_mip: 0.0055,
    owner_occupied: true,
    as_of: AS_OF,
    source:
      `${PMMS}, less about 0.1; premiums of HUD Mortgagee Letter 2023-05 (over 95% of value, over 15 years)`,
  },
  conventional_owner_2_4: {
    label: "Conventional, owner lives in one of 2-4 units",
    rate: 0.0665,
    down_pct: 0.05,
    min_down_pct: 0.05,
    term_months: 360,
    interest_only: false,
    points: 0,
    closing_pct: 0.025,
    upfront_mip: 0,
    annual_mip: 0.0075,
    owner_occupied: true,
    as_of: AS_OF,
    source:
      `${PMMS}, plus about 0.3 for 2-4 units; 5% down as Fannie Mae accepts since November 2023; private mortgage insurance about 0.75% a year`,
  },
  hard_money: {
    label: "Hard money, 12 months interest-only",
    rate: 0.115,
    down_pct: 0.15,
    min_down_pct: 0.1,
    term_months: 12,
    interest_only: true,
    points: 0.02,
    closing_pct: 0.015,
    upfront_mip: 0,
    annual_mip: 0,
    owner_occupied: false,
    as_of: AS_OF,
    source: "usual terms of Midwest bridge lenders: 10-13% and 1-3 points",
  },
};
