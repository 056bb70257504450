/**
 * Level-payment loan arithmetic. Rates are fractions per period, terms count periods, and money
 * keeps full precision: only what is shown is rounded.
 *
 * Powers of `1 + rate` go through `log1p` and `expm1`, which keep every digit at small rates where
 * the textbook form cancels.
 */

/**
 * Payment per period with the sign convention of spreadsheets: what you receive is positive.
 * `pmt(0.08 / 12, 60, 15000)` is -304.1459143262052.
 *
 * @throws {RangeError} on a rate of -1 or less, or a term below one period
 */
export function pmt(rate: number, periods: number, present: number): number {
  check(rate, periods);
  if (isZero(rate)) return -present / periods;
  return present * rate / Math.expm1(-periods * Math.log1p(rate));
}

/** What is still owed after `paid` of `periods` level payments; 0 once the term is over. */
export function balance(
  principal: number,
  rate: number,
  periods: number,
  paid: number,
): number {
  return balances(principal, rate, periods)(paid);
}

/** Returns `balance` of one loan by the payments made: what does not depend on them is computed once. */
function balances(
  principal: number,
  rate: number,
  periods: number,
): (paid: number) => number {
  check(rate, periods);
  const growth = Math.log1p(rate);
  const whole = Math.expm1(periods * growth);
  const share = isZero(rate)
    ? (paid: number) => paid / periods
    : (paid: number) => Math.expm1(paid * growth) / whole;
  return (paid) => paid >= periods ? 0 : principal * (1 - share(paid));
}

/**
 * The loan whose yearly debt service is `income / coverage`.
 *
 * @param income dollars a year, after operating expenses; a loss carries no loan
 * @param yearlyConstant yearly debt service per dollar of loan, see `yearlyConstant`
 */
export function maxLoan(
  income: number,
  yearlyConstant: number,
  coverage: number,
): number {
  return income <= 0 ? 0 : income / coverage / yearlyConstant;
}

/** Terms that determine a loan's monthly payment. */
export interface Amortization {
  /** Interest a year, a fraction. */
  readonly rate: number;
  readonly term_months: number;
  readonly interest_only: boolean;
}

/** Monthly principal and interest, positive dollars. */
export function monthlyPayment(
  principal: number,
  { rate, term_months, interest_only }: Amortization,
): number {
  if (interest_only) return principal * rate / 12;
  return principal === 0 ? 0 : -pmt(rate / 12, term_months, principal);
}

/** Debt service a year for each dollar of loan: the mortgage constant. */
export function yearlyConstant(terms: Amortization): number {
  return 12 * monthlyPayment(1, terms);
}

/** One month of a loan. */
export interface Installment {
  readonly month: number;
  readonly interest: number;
  readonly principal: number;
  /** Owed after the month's payment. */
  readonly balance: number;
}

/**
 * The first `months` months of a loan. An interest-only loan stays owed in full, past its term too:
 * that is an extension at the same rate. A level-payment loan has no months past its term.
 */
export function schedule(
  principal: number,
  terms: Amortization,
  months: number,
): Installment[] {
  const installments: Installment[] = [];
  eachMonth(principal, terms, months, (interest, repaid, left) => {
    installments.push({
      month: installments.length + 1,
      interest,
      principal: repaid,
      balance: left,
    });
  });
  return installments;
}

/** Returns what the months of `schedule` come to, and what is owed after the last. */
export function paidIn(
  principal: number,
  terms: Amortization,
  months: number,
): Omit<Installment, "month"> {
  const sums = { interest: 0, principal: 0, balance: principal };
  eachMonth(principal, terms, months, (interest, repaid, left) => {
    sums.interest += interest;
    sums.principal += repaid;
    sums.balance = left;
  });
  return sums;
}

function eachMonth(
  principal: number,
  terms: Amortization,
  months: number,
  visit: (interest: number, repaid: number, left: number) => void,
): void {
  const { rate, term_months, interest_only } = terms;
  const payment = monthlyPayment(principal, terms);
  const last = interest_only ? months : Math.min(months, term_months);
  const owedAfter = interest_only
    ? () => principal
    : balances(principal, rate / 12, term_months);
  let owed = principal;
  for (let month = 1; month <= last; month++) {
    const left = owedAfter(month);
    const repaid = owed - left;
    visit(payment - repaid, repaid, left);
    owed = left;
  }
}

/** A rate too small to change `1 + rate` earns nothing. */
function isZero(rate: number): boolean {
  return 1 + rate === 1;
}

function check(rate: number, periods: number): void {
  if (!(rate > -1)) throw new RangeError(`rate must be above -1: ${rate}`);
  if (!(periods >= 1)) {
    throw new RangeError(`a loan needs at least one period: ${periods}`);
  }
}
