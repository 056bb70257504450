import { PROPERTY_TAX } from "../../../contracts/constants/property_tax.ts";
import type { SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";
import { type Assessment, latestAssessment } from "./assessments.ts";
import { equalizedValue, taxBill } from "./bill.ts";
import { cookTaxRate, lakeTaxRate, type TaxRate } from "./tax_rate.ts";

/** The property tax at a place, now and after a purchase. */
export interface PropertyTax {
  readonly assessment: Assessment | null;
  readonly rate: TaxRate;
  /** Assessed value as a share of market value. */
  readonly level: number;
  /** Equalized value a homeowner need not pay for. */
  readonly homeownerExemption: number;
  /** Today's bill, dollars to the cent; null without an assessment. */
  readonly current: {
    readonly eav: number;
    readonly withHomeowner: number;
    readonly withoutHomeowner: number;
  } | null;
  /** Tax year of the first reassessment that can see the purchase; null where there is no triad. */
  readonly reassessmentYear: number | null;
  /** Tax per dollar of market value, before exemptions. */
  readonly effectiveRate: number;
}

/** What the buyer brings to the tax. */
export interface TaxBuyer {
  /** Dollars. */
  readonly price: number;
  /** Lives in the building, and so keeps a homeowner exemption. */
  readonly ownerOccupied: boolean;
}

/** The buyer's tax, dollars a year to the cent. */
export interface TaxAfterPurchase {
  /** On today's assessment; null without one. */
  readonly beforeReassessment: number | null;
  /** Assessed at the price. */
  readonly reassessed: number;
  /** The larger of the two: an assessor need not lower a value because the price was lower. */
  readonly underwritten: number;
}

/** Where a tax is asked for. */
export interface TaxPlace {
  /** Row of `parcels`, or -1 at a point without one. */
  readonly parcel: number;
  readonly county: string;
  readonly township: string;
}

/**
 * The property tax at a place.
 *
 * @param year calendar year to answer for
 * @returns null where the county's tax is not known to us
 */
export function propertyTax(
  snapshot: SnapshotData,
  { parcel, county, township }: TaxPlace,
  year: number,
): PropertyTax | null {
  const taxCode = parcel < 0
    ? ""
    : codeAt(snapshot.tables.parcels.tax_code, parcel);
  const assessment = latestAssessment(snapshot, parcel);
  const taxYear = assessment?.taxYear ?? year - 1;
  const { level_of_assessment, homeowner_exemption_eav } = PROPERTY_TAX;
  if (county === "cook") {
    const triad = triadOf(snapshot, township);
    const rate = cookTaxRate(snapshot, taxCode, triad, taxYear);
    return rate && assemble(
      assessment,
      rate,
      level_of_assessment,
      homeowner_exemption_eav,
      reassessmentYear(triad, assessment?.taxYear ?? -Infinity, year),
    );
  }
  if (county === "lake") {
    const rate = lakeTaxRate(snapshot, taxCode, taxYear);
    const level = PROPERTY_TAX.lake_level_of_assessment;
    return rate && assemble(assessment, rate, level, 0, null);
  }
  return null;
}

function assemble(
  assessment: Assessment | null,
  rate: TaxRate,
  level: number,
  homeownerExemption: number,
  reassessmentYear: number | null,
): PropertyTax {
  const bill = (exemption: number) =>
    taxBill({
      assessedValue: assessment?.value ?? 0,
      equalizer: rate.equalizer,
      rate: rate.rate,
      exemption,
    });
  return {
    assessment,
    rate,
    level,
    homeownerExemption,
    current: assessment && {
      eav: equalizedValue({
        assessedValue: assessment.value,
        equalizer: rate.equalizer,
      }),
      withHomeowner: bill(homeownerExemption),
      withoutHomeowner: bill(0),
    },
    reassessmentYear,
    effectiveRate: level * rate.equalizer * rate.rate,
  };
}

/** The tax after a purchase: the seller's exemption goes, and the next reassessment sees the price. */
export function taxAfterPurchase(
  tax: PropertyTax,
  { price, ownerOccupied }: TaxBuyer,
): TaxAfterPurchase {
  const reassessed = taxBill({
    assessedValue: price * tax.level,
    equalizer: tax.rate.equalizer,
    rate: tax.rate.rate,
    exemption: ownerOccupied ? tax.homeownerExemption : 0,
  });
  const beforeReassessment = tax.current &&
    (ownerOccupied ? tax.current.withHomeowner : tax.current.withoutHomeowner);
  return {
    beforeReassessment,
    reassessed,
    underwritten: Math.max(reassessed, beforeReassessment ?? 0),
  };
}

/**
 * The first reassessment year of a triad that can see a purchase made in `year`: not one the
 * newest assessment already belongs to. Null for an unknown triad.
 */
export function reassessmentYear(
  triad: string,
  assessedYear: number,
  year: number,
): number | null {
  const phase = PROPERTY_TAX.triad_phase[triad];
  if (phase === undefined) return null;
  let next = Math.max(year, assessedYear + 1);
  while (next % 3 !== phase) next++;
  return next;
}

/** The triad of a township, by code or name; `""` when unknown. */
export function triadOf(snapshot: SnapshotData, township: string): string {
  const { townships } = snapshot.tables;
  for (let row = 0; row < townships.rows; row++) {
    if (
      codeAt(townships.code, row) === township ||
      codeAt(townships.name, row) === township
    ) return codeAt(townships.triad, row);
  }
  return "";
}
