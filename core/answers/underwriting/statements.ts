import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import type { AssumptionName } from "../../../contracts/assumptions.ts";
import type { Line, Source } from "../../../contracts/underwriting.ts";
import type { Brrrr } from "../../engine/underwriting/brrrr.ts";
import type { Carry } from "../../engine/underwriting/carry.ts";
import { type Deal, longTermTerms } from "../../engine/underwriting/deal.ts";
import type { Flip } from "../../engine/underwriting/flip.ts";
import type { Income } from "../../engine/underwriting/income.ts";
import type { Purchase } from "../../engine/underwriting/purchase.ts";
import type { HeldLoan } from "../../engine/underwriting/returns.ts";
import {
  type DraftLine,
  type DraftTotal,
  leastCertain,
  statement,
} from "./statement.ts";
import { dollars, percent } from "../../engine/figures.ts";

/** Where the inputs of a deal come from. */
export interface DealSources {
  readonly price: Source;
  readonly rehab: Source;
  readonly rent: Source;
  /** Rate and down payment of the purchase loan. */
  readonly rate: Source;
  readonly down: Source;
  readonly hold: Source;
  /** Of the record behind the tax, before the price comes in. */
  readonly tax: Source;
  readonly arv: Source;
  /** Of any other assumption. */
  of(name: AssumptionName): Source;
}

const { rehab_contingency, empty_house_utilities } = UNDERWRITING;

/** Cash to close: what the buyer brings, whole dollars. */
export function closingStatement(
  deal: Deal,
  purchase: Purchase,
  sources: DealSources,
): Line[] {
  return statement([
    ...closingLines(deal, purchase, sources),
    total("cash_to_close", "Cash to close", "what the buyer pays at closing"),
  ], 0);
}

/**
 * First year as a rental; costs are negative.
 *
 * @param decimals 2 for cents, 0 for whole dollars
 */
export function proForma(
  deal: Deal,
  income: Income,
  loan: HeldLoan | null,
  sources: DealSources,
  decimals: 0 | 2 = 2,
): Line[] {
  return statement([
    ...incomeLines(deal, income, sources),
    total(
      "effective_gross_income",
      "Effective gross income",
      "rent collected",
    ),
    ...expenseLines(deal, income, sources),
    total("noi", "Net operating income", "before debt service and income tax"),
    ...debtLines(deal, loan, sources),
    total("cash_flow", "Cash flow", "before income tax"),
  ], decimals);
}

function incomeLines(
  deal: Deal,
  income: Income,
  sources: DealSources,
): DraftLine[] {
  return [
    line(
      "gross_rent",
      "Gross scheduled rent",
      income.grossRent,
      sources.rent,
      `12 x ${dollars(deal.rent ?? 0)}`,
    ),
    line(
      "vacancy",
      "Vacancy",
      -income.vacancy,
      leastCertain(sources.rent, sources.of("vacancy")),
      `${percent(deal.vacancy)} of gross rent`,
    ),
    ...present(line(
      "other_income",
      "Other income",
      income.otherIncome,
      sources.of("other_income"),
      `12 x ${dollars(deal.otherIncome)}`,
    )),
  ];
}

function expenseLines(
  deal: Deal,
  { expenses }: Income,
  sources: DealSources,
): DraftLine[] {
  const ofCollected = (share: number) => `${percent(share)} of collected rent`;
  return [
    line(
      "property_tax",
      "Property tax",
      -expenses.propertyTax,
      leastCertain(sources.tax, sources.price),
      "the larger of today's assessment and one at the price, see property_tax",
    ),
    line(
      "insurance",
      "Insurance",
      -expenses.insurance,
      sources.of("insurance_annual"),
      "by living area and age, or as given",
    ),
    line(
      "management",
      "Management",
      -expenses.management,
      leastCertain(sources.rent, sources.of("management")),
      ofCollected(deal.management),
    ),
    line(
      "repairs",
      "Repairs and maintenance",
      -expenses.repairs,
      leastCertain(sources.rent, sources.of("repairs")),
      ofCollected(deal.repairs),
    ),
    line(
      "reserves",
      "Replacement reserve",
      -expenses.reserves,
      leastCertain(sources.rent, sources.of("capex_reserve")),
      ofCollected(deal.reserves),
    ),
    ...present(
      line(
        "utilities",
        "Owner-paid utilities",
        -expenses.utilities,
        sources.of("utilities_monthly"),
        `12 x ${dollars(deal.ownerUtilities / 12)}`,
      ),
      line(
        "association_dues",
        "Association dues",
        -expenses.dues,
        sources.of("hoa_monthly"),
        `12 x ${dollars(deal.dues / 12)}`,
      ),
    ),
  ];
}

function debtLines(
  deal: Deal,
  loan: HeldLoan | null,
  sources: DealSources,
): DraftLine[] {
  const { rate, term_months, annual_mip } = longTermTerms(deal);
  const debt = leastCertain(sources.price, sources.down, sources.rate);
  return present(
    line(
      "principal_and_interest",
      "Principal and interest",
      -(loan?.principalAndInterest ?? 0),
      debt,
      `${dollars(loan?.principal ?? 0)} at ${
        percent(rate)
      } over ${term_months} months`,
    ),
    line(
      "mortgage_insurance",
      "Mortgage insurance",
      -(loan?.mortgageInsurance ?? 0),
      leastCertain(debt, "constant"),
      `${percent(annual_mip)} of the base loan a year`,
    ),
  );
}

/** The flip's cost stack, whole dollars; costs are negative. */
export function flipStatement(
  deal: Deal,
  flip: Flip,
  sources: DealSources,
): Line[] {
  const { purchase, carry } = flip;
  const ofSale = (share: number) => `${percent(share)} of the sale price`;
  return statement([
    line(
      "sale_price",
      "Sale at the after-repair value",
      flip.salePrice,
      sources.arv,
      "see arv_used",
    ),
    line("purchase_price", "Purchase price", -deal.price, sources.price, ""),
    ...closingLines(deal, purchase, sources)
      .filter(({ key }) => key !== "down_payment")
      .map(negated),
    ...present(line(
      "upfront_mortgage_insurance",
      "Upfront mortgage insurance",
      -purchase.upfrontMip,
      leastCertain(sources.price, "constant"),
      `${percent(deal.purchase.upfront_mip)} of the base loan`,
    )),
    ...rehabLines(deal, flip.contingency, sources).map(negated),
    ...carryLines(deal, carry, sources).map(negated),
    line(
      "commission",
      "Selling commission",
      -flip.commission,
      leastCertain(sources.arv, sources.of("commission")),
      ofSale(deal.selling.commission),
    ),
    line(
      "seller_closing",
      "Seller's closing costs",
      -flip.sellerClosing,
      leastCertain(sources.arv, sources.of("closing_sell")),
      ofSale(deal.selling.closing),
    ),
    line(
      "seller_stamps",
      "Seller's transfer stamps",
      -flip.sellerStamps,
      sources.arv,
      deal.inChicago
        ? "state, county and Chicago's CTA portion"
        : "state and county; a village's own stamps are not included",
    ),
    total("net_profit", "Net profit", "before income tax"),
  ], 0);
}

/** Cash into a BRRRR and what the refinance gives back, whole dollars. */
export function brrrrStatement(
  deal: Deal,
  brrrr: Brrrr,
  sources: DealSources,
): Line[] {
  const { purchase, carry, refinance } = brrrr;
  const { dscr_target } = UNDERWRITING;
  const { takeout } = deal;
  const contingency = deal.rehab * rehab_contingency;
  return statement([
    ...closingLines(deal, purchase, sources),
    ...rehabLines(deal, contingency, sources),
    ...carryLines(deal, carry, sources),
    ...present(line(
      "rents_before_refinance",
      "Rents before the refinance, net",
      -carry.rents,
      leastCertain(sources.rent, sources.of("rehab_months")),
      `${carry.rentedMonths} months after the rehab, less management, repairs and utilities`,
    )),
    ...present(line(
      "principal_repaid",
      "Principal repaid meanwhile",
      carry.principal,
      leastCertain(sources.price, sources.down, sources.rate, sources.hold),
      "comes back through a smaller payoff",
    )),
    total("cash_in", "Cash in before the refinance", ""),
    line(
      "refinance_loan",
      "Refinance loan",
      -refinance.loan,
      "model",
      refinance.limitedBy === "ltv"
        ? `${percent(deal.refinance.ltv)} of the after-repair value`
        : `the loan at which NOI is ${dscr_target} times debt service`,
    ),
    line(
      "refinance_costs",
      "Refinance points and closing",
      refinance.costs,
      "model",
      `${percent(takeout.points + takeout.closing_pct)} of the loan`,
    ),
    ...present(line(
      "payoff",
      "Payoff of the purchase loan",
      refinance.payoff,
      leastCertain(sources.price, sources.down, sources.rate, sources.hold),
      `balance after ${deal.refinance.month} months`,
    )),
    total(
      "cash_left",
      "Cash left in the deal",
      brrrr.cashLeft < 0
        ? "the refinance returns more than was invested"
        : refinance.loan < refinance.costs + refinance.payoff
        ? "the refinance does not cover the old loan and its own costs"
        : "what the refinance does not return",
    ),
  ], 0);
}

function closingLines(
  deal: Deal,
  purchase: Purchase,
  sources: DealSources,
): DraftLine[] {
  const { purchase: terms } = deal;
  const ofPrice = leastCertain(sources.price, "constant");
  return present(
    line(
      "down_payment",
      "Down payment",
      purchase.downPayment,
      leastCertain(sources.price, sources.down),
      `${percent(terms.down_pct)} of the price`,
    ),
    line(
      "points",
      "Loan points",
      purchase.points,
      leastCertain(ofPrice, sources.down),
      `${percent(terms.points)} of the loan`,
    ),
    line(
      "closing_costs",
      "Buyer's closing costs",
      purchase.closingCosts,
      ofPrice,
      `${
        percent(terms.closing_pct)
      } of the price: title, escrow, attorney, lender and recording`,
    ),
    line(
      "buyer_stamps",
      "Buyer's transfer stamps",
      purchase.stamps,
      ofPrice,
      "Chicago: $3.75 per $500",
    ),
  );
}

function rehabLines(
  deal: Deal,
  contingency: number,
  sources: DealSources,
): DraftLine[] {
  return present(
    line("rehab", "Rehab", deal.rehab, sources.rehab, ""),
    line(
      "contingency",
      "Rehab contingency",
      contingency,
      leastCertain(sources.rehab, "constant"),
      `${percent(rehab_contingency)} of the rehab`,
    ),
  );
}

function carryLines(
  deal: Deal,
  carry: Carry,
  sources: DealSources,
): DraftLine[] {
  const months = `${carry.emptyMonths + carry.rentedMonths} months`;
  const empty = carry.emptyMonths;
  const debt = leastCertain(
    sources.price,
    sources.down,
    sources.rate,
    sources.hold,
  );
  const held = leastCertain(sources.hold, "constant");
  return present(
    line(
      "interest",
      "Interest",
      carry.interest,
      debt,
      `${months} at ${percent(deal.purchase.rate)}`,
    ),
    line(
      "carry_mortgage_insurance",
      "Mortgage insurance while held",
      carry.mortgageInsurance,
      leastCertain(debt, "constant"),
      months,
    ),
    line(
      "carry_property_tax",
      "Property tax while held",
      carry.propertyTax,
      leastCertain(sources.tax, sources.hold),
      `${months} on today's assessment`,
    ),
    line(
      "carry_insurance",
      "Insurance while held",
      carry.insurance,
      held,
      months,
    ),
    line(
      "carry_utilities",
      "Utilities while held",
      carry.utilities,
      held,
      `${empty} months at ${dollars(empty_house_utilities)}`,
    ),
  );
}

function line(
  key: string,
  label: string,
  amount: number,
  source: Source,
  note: string,
): DraftLine {
  return { key, label, amount, source, note };
}

function total(key: string, label: string, note: string): DraftTotal {
  return { key, label, note, total: true };
}

/** Lines that are not nothing: points without a lender would only be noise. */
function present(...lines: readonly DraftLine[]): DraftLine[] {
  return lines.filter(({ amount }) => amount !== 0);
}

function negated(draft: DraftLine): DraftLine {
  return { ...draft, amount: -draft.amount };
}
