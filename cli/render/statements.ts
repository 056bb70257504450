import type {
  Line,
  RentCompsAnswer,
  UnderwriteOutput,
} from "../../contracts/underwriting.ts";
import { compsText } from "../../core/answers/rent_text.ts";
import {
  miles,
  money,
  moneyCents,
  percent,
  plural,
  ratio,
  UNKNOWN,
  yieldText,
} from "../format.ts";
import { style, table } from "../output.ts";
import { paragraph, title } from "./parts.ts";

/** Where a figure comes from, in words. */
export function sourceText(source: string | null): string {
  return source === null ? UNKNOWN : source.replaceAll("_", " ");
}

/** Lines of a statement: amount, where it comes from and how it was reached. */
function lineTable(lines: readonly Line[]): string {
  const whole = lines.every(({ amount }) => Number.isInteger(amount));
  const text = whole ? money : moneyCents;
  return table(
    [
      { head: "" },
      { head: "Amount", align: "right" },
      { head: "Source", dispensable: 2 },
      { head: "How", wraps: true, dispensable: 1 },
    ],
    lines.map(({ label, amount, source, note }) => [
      label,
      text(amount),
      sourceText(source),
      note,
    ]),
    { indent: 2 },
  );
}

/** A statement under its own title; nothing when it is withheld. */
export function statement(
  name: string,
  lines: readonly Line[] | null,
): string[] {
  return lines === null ? [] : [title(name), lineTable(lines)];
}

/** The day of closing. */
export function financingLines(
  financing: UnderwriteOutput["financing"],
): string[] {
  if (financing === null) return [];
  const term = financing.term_months === 0
    ? ""
    : `, ${plural(financing.term_months, "month")}${
      financing.interest_only ? " interest-only" : ""
    }`;
  const insurance = financing.mortgage_insurance > 0
    ? `, ${moneyCents(financing.mortgage_insurance)} of it mortgage insurance`
    : "";
  return [
    title(`Financing: ${financing.label}`),
    paragraph(
      `loan ${money(financing.loan_amount)}${term}, ${
        moneyCents(financing.monthly_payment)
      } a month${insurance}; cash to close ${money(financing.cash_to_close)}`,
      2,
    ),
    lineTable(financing.lines),
    style(
      "quiet",
      paragraph(
        `terms of ${financing.terms_as_of}: ${financing.terms_source}`,
        2,
      ),
    ),
  ];
}

/** Rents by unit and for the building. */
export function rentLines(rent: UnderwriteOutput["rent"]): string[] {
  if (rent === null) return [];
  return [
    title(`Rent: ${rent.basis.replaceAll("_", " ")}`),
    table(
      [
        { head: "Unit" },
        { head: "Market", align: "right" },
        { head: "Renovated", align: "right" },
        { head: "Payment standard", align: "right" },
      ],
      [
        ...rent.units.map((unit) => [
          unit.bedrooms === 0 ? "studio" : `${unit.bedrooms} bed`,
          money(unit.market),
          money(unit.renovated),
          money(unit.payment_standard),
        ]),
        [
          "Building",
          money(rent.market),
          money(rent.renovated),
          money(rent.payment_standard),
        ],
      ],
      { indent: 2 },
    ),
    style(
      "quiet",
      paragraph(`${rent.note} (HUD fiscal year ${rent.fiscal_year})`, 2),
    ),
    ...rent.comps.flatMap(rentCompLines),
  ];
}

/** The rent comps of a unit, each with what its rent is multiplied by. */
function rentCompLines(comps: RentCompsAnswer): string[] {
  const factor = (value: number) => value === 1 ? "" : `×${value.toFixed(2)}`;
  return [
    paragraph(compsText(comps), 2),
    ...(comps.accepted.length === 0 ? [] : [table(
      [
        { head: "Rent comp", wraps: true },
        { head: "Date" },
        { head: "Away", align: "right" },
        { head: "Bed", align: "right" },
        { head: "Rent", align: "right" },
        { head: "Bedrooms", align: "right", dispensable: 3 },
        { head: "Area", align: "right", dispensable: 2 },
        { head: "Age", align: "right", dispensable: 1 },
        { head: "Adjusted", align: "right" },
        { head: "Weight", align: "right" },
      ],
      comps.accepted.map((each) => [
        `${each.address ?? each.property_id ?? "unnamed"}${
          each.kind === "asking" ? " (asking)" : ""
        }`,
        each.date,
        miles(each.distance_m),
        String(each.bedrooms),
        money(each.rent),
        factor(each.adjustments.bedrooms),
        factor(each.adjustments.area),
        factor(each.adjustments.time),
        money(each.adjusted_rent),
        percent(each.weight, 0),
      ]),
      { indent: 2 },
    )]),
  ];
}

/** What a tax rate on equalized value was made from. */
const RATE_BASIS = {
  composite: "the tax code's composite rate",
  effective: "implied by the tax code's effective rate",
  triad_median: "implied by the triad's median effective rate",
} as const;

/** Property tax now and after the purchase. */
export function taxLines(tax: UnderwriteOutput["property_tax"]): string[] {
  if (tax === null) return [];
  const { current, after_purchase, rate } = tax;
  const lines = [title("Property tax")];
  if (current !== null) {
    lines.push(paragraph(
      `now ${
        money(current.without_homeowner_exemption)
      } a year without the homeowner exemption, ${
        money(current.with_homeowner_exemption)
      } with it (tax year ${current.tax_year}, ${current.stage} value)`,
      2,
    ));
  }
  if (after_purchase !== null) {
    const year = after_purchase.reassessment_year === null
      ? ""
      : ` in tax year ${after_purchase.reassessment_year}`;
    lines.push(paragraph(
      `after reassessment at the price${year}: ${
        money(after_purchase.reassessed)
      }; underwritten at ${money(after_purchase.underwritten)}`,
      2,
    ));
  }
  lines.push(style(
    "quiet",
    paragraph(
      `rate ${percent(rate.rate, 3)} of equalized value, ${
        RATE_BASIS[rate.basis]
      } of ${rate.year}; ${tax.note}`,
      2,
    ),
  ));
  return lines;
}

/** The five-year cashflow. */
export function cashflowLines(
  cashflow: UnderwriteOutput["cashflow"],
): string[] {
  if (cashflow === null) return [];
  const right = (head: string, dispensable = 0) => ({
    head,
    align: "right" as const,
    dispensable,
  });
  return [
    title("Five years"),
    table(
      [
        { head: "Year" },
        right("Rent"),
        right("Expenses"),
        right("NOI", 1),
        right("Debt service"),
        right("Cash flow"),
        right("Loan left", 2),
      ],
      cashflow.map((year) => [
        String(year.year),
        money(year.rent),
        money(year.operating_expenses),
        money(year.noi),
        money(year.debt_service),
        money(year.cash_flow),
        money(year.loan_balance),
      ]),
      { indent: 2 },
    ),
  ];
}

/** Buying, renovating and selling. */
export function flipLines(flip: UnderwriteOutput["flip"]): string[] {
  if (flip === null) return [];
  return [
    title("As a flip"),
    lineTable(flip.lines),
    paragraph(
      `net ${money(flip.net_profit)} on ${money(flip.cash_invested)} of cash: ${
        percent(flip.roi)
      }, ${percent(flip.margin)} of the sale price; the 70% rule would pay ${
        money(flip.seventy_percent_offer)
      }`,
      2,
    ),
  ];
}

/** Buying, renovating, renting and refinancing. */
export function brrrrLines(brrrr: UnderwriteOutput["brrrr"]): string[] {
  if (brrrr === null) return [];
  const left = brrrr.cash_left <= 0
    ? `no cash left in, ${money(-brrrr.cash_left)} taken out`
    : `${money(brrrr.cash_left)} left in, ${
      yieldText(brrrr.cash_on_cash)
    } cash-on-cash`;
  return [
    title("As a BRRRR"),
    lineTable(brrrr.lines),
    paragraph(
      `refinance ${money(brrrr.refinance_loan)} at ${
        percent(brrrr.rate, 2)
      }, limited by ${brrrr.limited_by.toUpperCase()}; ${left}; DSCR ${
        ratio(brrrr.dscr)
      }, equity ${money(brrrr.equity)}`,
      2,
    ),
  ];
}
