import type { Refusal, ValuationState } from "../../../contracts/valuation.ts";

/** A past sale, what the engine said of it on its day from what was known before, and what was paid. */
export interface TestSale {
  /** Row of `sales`. */
  readonly sale: number;
  /** The county's identifier of the parcel. */
  readonly propertyId: string;
  /** Day of the sale. */
  readonly day: number;
  /** Price paid, dollars. */
  readonly price: number;
  readonly propType: string;
  /** First half of the segment. */
  readonly township: string;
  /** Census tract, or the assessor's neighborhood where there is none; "" where there is neither. */
  readonly area: string;
  /** Township x property type. */
  readonly segment: string;
  readonly state: ValuationState;
  readonly refusal: Refusal["code"] | null;
  /** The engine's value, also where the state lets no caller see it; null where it has none. Whole dollars. */
  readonly value: {
    readonly conservative: number;
    readonly base: number;
    readonly aggressive: number;
  } | null;
  /** Whether the state lets a caller see the value. */
  readonly shown: boolean;
  /** 0-100; null without a value. */
  readonly confidence: number | null;
  /** Comps that counted. */
  readonly comps: number;
}

/** A test sale with a value. */
export type ValuedSale = TestSale & {
  readonly value: NonNullable<TestSale["value"]>;
};

/** The sales that have a value. */
export function valued(sales: readonly TestSale[]): ValuedSale[] {
  return sales.filter((sale): sale is ValuedSale => sale.value !== null);
}

/** Value over price, less 1: above 0 where the engine said too much. */
export function errorOf({ value, price }: ValuedSale): number {
  return value.base / price - 1;
}

/** Whether the price lay within the interval. */
export function isCovered({ value, price }: ValuedSale): boolean {
  return value.conservative <= price && price <= value.aggressive;
}
