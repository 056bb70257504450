import assert from "node:assert/strict";
import {
  balance,
  maxLoan,
  monthlyPayment,
  paidIn,
  pmt,
  schedule,
  yearlyConstant,
} from "../../../core/engine/underwriting/loan.ts";
import fc from "../../fast_check.ts";

/** Any loan a lender could write: dollars, fraction a year, months. */
const loans = fc.record({
  principal: fc.double({ min: 1, max: 1e8, noNaN: true }),
  rate: fc.double({ min: 0, max: 0.3, noNaN: true }),
  term_months: fc.integer({ min: 1, max: 480 }),
});

function close(actual: number, expected: number, relative: number) {
  assert.ok(
    Math.abs(actual - expected) <=
      relative * Math.max(1, Math.abs(expected)),
    `${actual} is not within ${relative} of ${expected}`,
  );
}

Deno.test("pmt() gives the published payment to the last digit", () => {
  assert.equal(pmt(0.08 / 12, 60, 15_000), -304.1459143262052);
});

Deno.test("balance() gives the published balance after 60 of 360 months", () => {
  assert.equal(
    balance(200_000, 0.075 / 12, 360, 60).toFixed(4),
    "189234.8730",
  );
});

Deno.test("maxLoan() gives the published loan for NOI 24,000 at DSCR 1.2", () => {
  const constant = yearlyConstant({
    rate: 0.075,
    term_months: 360,
    interest_only: false,
  });
  assert.equal(maxLoan(24_000, constant, 1.2).toFixed(4), "238362.7122");
});

Deno.test("maxLoan() is carried exactly 1.2 times", () => {
  fc.assert(
    fc.property(
      loans,
      fc.double({ min: 1, max: 1e7, noNaN: true }),
      fc.boolean(),
      ({ rate, term_months }, noi, interest_only) => {
        fc.pre(rate > 1e-6 || !interest_only);
        const terms = { rate, term_months, interest_only };
        const loan = maxLoan(noi, yearlyConstant(terms), 1.2);
        close(noi / (12 * monthlyPayment(loan, terms)) / 1.2, 1, 1e-12);
      },
    ),
  );
});

Deno.test("maxLoan() of a loss is no loan", () => {
  assert.equal(maxLoan(-1, 0.08, 1.2), 0);
  assert.equal(maxLoan(0, 0.08, 1.2), 0);
});

Deno.test("pmt() without interest repays in equal parts", () => {
  assert.equal(pmt(0, 60, 15_000), -250);
  fc.assert(
    fc.property(loans, ({ principal, term_months }) => {
      close(-pmt(0, term_months, principal) * term_months, principal, 1e-12);
      close(
        -pmt(1e-15, term_months, principal),
        principal / term_months,
        1e-9,
      );
    }),
  );
});

Deno.test("balance() starts at the principal, never rises and ends at nothing", () => {
  fc.assert(
    fc.property(loans, ({ principal, rate, term_months }) => {
      let owed = balance(principal, rate / 12, term_months, 0);
      close(owed, principal, 1e-12);
      for (let month = 1; month <= term_months; month++) {
        const left = balance(principal, rate / 12, term_months, month);
        assert.ok(left <= owed, `month ${month}: ${left} > ${owed}`);
        owed = left;
      }
      assert.equal(owed, 0);
    }),
    { numRuns: 60 },
  );
});

Deno.test("balance() agrees with paying month by month", () => {
  fc.assert(
    fc.property(loans, ({ principal, rate, term_months }) => {
      const payment = -pmt(rate / 12, term_months, principal);
      let owed = principal;
      for (let month = 1; month <= term_months; month++) {
        owed = owed * (1 + rate / 12) - payment;
        const closed = balance(principal, rate / 12, term_months, month);
        assert.ok(Math.abs(owed - closed) <= 1e-6 * principal);
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("schedule() repays the principal, each payment split into interest and principal", () => {
  fc.assert(
    fc.property(loans, ({ principal, ...rest }) => {
      const terms = { ...rest, interest_only: false };
      const months = schedule(principal, terms, terms.term_months);
      const payment = monthlyPayment(principal, terms);
      assert.equal(months.length, terms.term_months);
      let owed = principal;
      for (const { interest, principal: repaid, balance } of months) {
        close(interest + repaid, payment, 1e-9);
        assert.ok(
          Math.abs(interest - owed * rest.rate / 12) <= 1e-7 * principal,
        );
        owed = balance;
      }
      close(
        months.reduce((sum, month) => sum + month.principal, 0),
        principal,
        1e-9,
      );
    }),
    { numRuns: 40 },
  );
});

Deno.test("schedule() of an interest-only loan leaves it owed in full, past its term too", () => {
  const months = schedule(
    100_000,
    { rate: 0.12, term_months: 12, interest_only: true },
    18,
  );
  assert.equal(months.length, 18);
  assert.deepEqual(months[17], {
    month: 18,
    interest: 1000,
    principal: 0,
    balance: 100_000,
  });
});

Deno.test("paidIn() is the sum of the months of schedule()", () => {
  fc.assert(
    fc.property(
      loans,
      fc.boolean(),
      fc.integer({ min: 0, max: 400 }),
      ({ principal, ...rest }, interest_only, count) => {
        const terms = { ...rest, interest_only };
        const months = schedule(principal, terms, count);
        const sum = (of: "interest" | "principal") =>
          months.reduce((total, month) => total + month[of], 0);
        assert.deepEqual(paidIn(principal, terms, count), {
          interest: sum("interest"),
          principal: sum("principal"),
          balance: months.at(-1)?.balance ?? principal,
        });
      },
    ),
    { numRuns: 40 },
  );
});

Deno.test("pmt() rejects terms that are no loan", () => {
  assert.throws(() => pmt(0.01, 0, 1), RangeError);
  assert.throws(() => pmt(-1, 12, 1), RangeError);
  assert.throws(() => pmt(NaN, 12, 1), RangeError);
});
