import {
  type BacktestFigures,
  backtestFigures,
} from "../engine/backtest/groups.ts";
import {
  findFlips,
  type Flip,
  type FlipFigures,
  flipFigures,
} from "../engine/backtest/flips.ts";
import type { TestSale } from "../engine/backtest/backtest_sale.ts";
import { invalidParams } from "../../contracts/errors.ts";
import { isoOf, type SnapshotData } from "../engine/snapshot.ts";
import { codeAt } from "../engine/tables.ts";
import {
  segmentKey,
  trainingSales,
} from "../engine/valuation/training/sales.ts";
import { type Period, testSales } from "./value_period.ts";
import { type PublishedSale, replayCalibration } from "./replay_calibration.ts";
import { walkForward, type WalkForwardOptions } from "./walk_forward.ts";
import { periodsOf, REFIT } from "./refit_periods.ts";

/** What a backtest asks about. */
export interface BacktestOptions extends WalkForwardOptions {
  /** First day of the test sales. */
  readonly from: number;
  /** Day after the last; default: all. */
  readonly to?: number;
  /** Only sales of this type. */
  readonly propType?: string;
}

/** A backtest's sales, one for each test sale, by day; and what they show. */
export interface Backtest {
  readonly sales: readonly TestSale[];
  /** The periods, each valued by one fit. */
  readonly periods: readonly Period[];
  readonly figures: BacktestFigures;
  /** Purchases that were resold soon. */
  readonly flips: readonly Flip[];
  readonly flipFigures: FlipFigures;
}

/**
 * Asks about past sales as if on their days. Intervals, confidence and states are learned from
 * the sales before, beginning with a warm-up that is not part of the result. Sales from before
 * there were enough to fit on are suppressed.
 *
 * @throws {Fault} `invalid_params` when no sale can be tested
 */
export async function backtest(
  snapshot: SnapshotData & { readonly dir: string },
  { from, to = Infinity, propType, ...options }: BacktestOptions,
): Promise<Backtest> {
  const { sale_date, rows } = snapshot.tables.sales;
  const end = Math.min(to, rows === 0 ? 0 : sale_date[rows - 1] + 1);
  const periods = periodsOf(trainingSales(snapshot).day, from, end);
  const known = Math.max(from, periods[0]?.start ?? end);
  refuseEmpty(snapshot, { start: known, end }, propType);
  const { sales: published } = replayCalibration(
    await walkForward(snapshot, periods, options),
    options,
  );
  const valued = published.filter(({ day }) => day >= from)
    .map((sale) => testSale(snapshot, sale));
  const sales = [
    ...tooEarly(snapshot, { start: from, end: periods[0]?.start ?? from }),
    ...valued,
  ].filter((sale) => !propType || sale.propType === propType);
  const flips = findFlips(sales, resales(snapshot, from));
  return {
    sales,
    periods,
    figures: backtestFigures(sales),
    flips,
    flipFigures: flipFigures(flips),
  };
}

/**
 * Refuses a backtest that has nothing to learn from or to ask about.
 *
 * @param valued the days whose sales can be tested
 * @throws {Fault} `invalid_params` that names what is missing
 */
function refuseEmpty(
  snapshot: SnapshotData,
  valued: Period,
  propType: string | undefined,
): void {
  const { day } = trainingSales(snapshot);
  const { minTrainingSales: needed } = REFIT;
  if (day.length < needed || day[day.length - 1] <= day[needed - 1]) {
    throw invalidParams(
      "snapshot",
      `a snapshot with ${needed} validated sales of houses or two- to four-flats with a living area`,
      `this snapshot has ${day.length} sales to train and test on; \`twoflat snapshot inspect\` shows why`,
    );
  }
  const asked = testSales(snapshot, valued);
  if (asked.length === 0) {
    throw invalidParams(
      "from",
      `a day followed by sales, after ${
        isoOf(day[needed - 1])
      } (before it there are too few to train on) and up to ${
        isoOf(day[day.length - 1])
      }`,
    );
  }
  const { prop_type } = snapshot.tables.sales;
  if (propType && !asked.some((row) => codeAt(prop_type, row) === propType)) {
    throw invalidParams(
      "prop_type",
      "a type with sales on days that can be tested",
    );
  }
}

function testSale(
  snapshot: SnapshotData,
  { sale, publication, comps }: PublishedSale,
): TestSale {
  return {
    ...recordOf(snapshot, sale),
    state: publication.decision.state,
    refusal: publication.decision.refusal?.code ?? null,
    value: publication.value,
    shown: publication.arv !== null,
    confidence: publication.confidence,
    comps,
  };
}

/** Sales from before there were enough to fit on. */
function tooEarly(snapshot: SnapshotData, period: Period): TestSale[] {
  return testSales(snapshot, period).map((sale) => ({
    ...recordOf(snapshot, sale),
    state: "suppressed",
    refusal: "segment_suppressed",
    value: null,
    shown: false,
    confidence: null,
    comps: 0,
  }));
}

/** What is recorded of a sale. */
function recordOf({ tables: { sales, parcels } }: SnapshotData, sale: number) {
  const parcel = sales.parcel[sale];
  const propType = codeAt(sales.prop_type, sale);
  const township = codeAt(parcels.township, parcel);
  return {
    sale,
    propertyId: parcels.property_id.at(parcel),
    day: sales.sale_date[sale],
    price: sales.sale_price[sale],
    propType,
    township,
    area: codeAt(parcels.tract, parcel) ||
      codeAt(parcels.neighborhood, parcel),
    segment: segmentKey(township, propType),
  };
}

/** Arm's-length sales from a day on, by day. */
function resales(snapshot: SnapshotData, from: number) {
  const { sales, parcels } = snapshot.tables;
  return testSales(snapshot, { start: from, end: Infinity }).map((row) => ({
    propertyId: parcels.property_id.at(sales.parcel[row]),
    day: sales.sale_date[row],
    price: sales.sale_price[row],
  }));
}
