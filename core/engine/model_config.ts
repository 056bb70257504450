/**
 * The hyperparameters of the valuation method. What callers may rely on is published apart from
 * them, in `contracts/constants`.
 */
import { PROPERTY_TYPES } from "../../contracts/constants/property.ts";

/** Differences that halve similarity no more than a standard deviation would, by feature. */
const FEATURE_BANDWIDTHS = {
  size: { log_bldg_sqft: 0.55 },
  lot: { log_land_sqft: 2 },
  year_built: { year_built: 60 },
  rooms: { bedrooms: 3.5, rooms: 7 },
  baths: { full_baths: 3, half_baths: 3 },
  condition: { condition: 2.5, quality: 3 },
  units: { units: 1.5 },
} as const;

/** Names of the features that similarity compares, by part. */
type FeatureBandwidths = {
  readonly [Part in keyof typeof FEATURE_BANDWIDTHS]: {
    readonly [Feature in keyof typeof FEATURE_BANDWIDTHS[Part]]: number;
  };
};

/** Settings of the search for comps and of their weights. */
export interface CompsConfig {
  /** Most comps that count. */
  readonly maxComps: number;
  /** Comps above the similarity floor at which the search stops widening. */
  readonly targetComps: number;
  /**
   * What lowers similarity: exp(-distance/h), exp(-age/h), a factor for another neighborhood,
   * exp(-half the squared difference in units of h) for features and for the net adjustment.
   */
  readonly bandwidths: {
    readonly distanceM: number;
    readonly ageDays: number;
    readonly otherNeighborhood: number;
    readonly features: FeatureBandwidths;
    readonly netAdjustment: number;
  };
  /** How far beyond the searched ring rejected sales are listed from. */
  readonly nearMiss: {
    readonly radiusFactor: number;
    readonly extraMonths: number;
  };
  /** Difference assumed, in units of h, where only one side has a fact. */
  readonly unknownDifference: number;
  /** Weight in the median is similarity to this power. */
  readonly weightPower: number;
  /** Weight of the price model's own estimate by property type, in comps of equal weight. */
  readonly modelWeight: Readonly<
    Record<(typeof PROPERTY_TYPES.modelled)[number], number>
  >;
  /** Adjustment lines below this share of the comp's price are shown together as `other`. */
  readonly minLineShare: number;
  /** Ratio of an 80% interval to the comps' own 10%-90% spread, before calibration. */
  readonly intervalWidening: number;
}

/** How a tree booster is grown; the names are those of `BoosterOptions`. */
export interface TreeSize {
  readonly trees: number;
  readonly learningRate?: number;
  readonly maxLeaves: number;
  readonly minLeafRows: number;
  readonly featureFraction: number;
  readonly maxBins: number;
}

/** Settings of the boosted trees. */
export interface TreesConfig {
  readonly folds: number;
  /** Of the first booster; each of the others has the next. */
  readonly seed: number;
  /** Share of the linear model that the trees start from. */
  readonly linearShare: number;
  /** Sales further than this many robust standard deviations from the linear model do not train the trees. */
  readonly outlierSds: number;
  /** Sales of a type below which the linear model stands alone. */
  readonly minSales: number;
  readonly options: {
    readonly learningRate: number;
    readonly lambda: number;
    readonly rowFraction: number;
    readonly objective: "l2" | "huber";
    readonly huberDelta: number;
    readonly categorySmoothing: number;
  };
  /** The smaller and the larger; the larger is taken where a trial of both shows it better. */
  readonly sizes: readonly [TreeSize, TreeSize];
  /** The trial: fewer folds, fewer trees that learn faster, and the share by which larger ones must err less on held-out parcels. */
  readonly trial: {
    readonly folds: number;
    readonly trees: number;
    readonly learningRate: number;
    readonly minImprovement: number;
  };
  /** From so many sales on, one size for all. */
  readonly many: { readonly fromRows: number; readonly options: TreeSize };
}

/** The hyperparameters of the valuation method. */
export interface ModelConfig {
  readonly comps: CompsConfig;
  /** Score of comps without calibration: 100 (1 - exp(-n / efoldingComps)) x closeness, less the dispersion penalty. */
  readonly confidence: {
    readonly efoldingComps: number;
    readonly closenessAtZero: number;
    readonly closenessPerSimilarity: number;
    readonly dispersionFree: number;
  };
  /** The last known sale of the house itself: the share of its premium over the price model (log) that is carried into the value, and the cap on that premium. */
  readonly priorSale: { readonly share: number; readonly cap: number };
  /**
   * Standard deviation of a monthly step of the log price level, for the market, for a segment's
   * departure from it, and for homes predicted e times as expensive as the usual one.
   */
  readonly timeIndex: {
    readonly marketSd: number;
    readonly segmentSd: number;
    readonly tierSd: number;
    /** Weight of "no trend" in the market's drift, in sales x months squared. */
    readonly driftPriorSales: number;
  };
  /** Price level of the newest weeks. */
  readonly nowcast: {
    readonly efoldingDays: number;
    readonly priorSales: number;
    readonly winsorSds: number;
  };
  /** The linear (hedonic) model: ridge, winsorised residuals, shrunken area effects. */
  readonly linear: {
    readonly ridge: number;
    readonly winsorSds: number;
    readonly passes: number;
    readonly indexRounds: number;
    readonly categoryPriorSales: number;
    /** Sales of a type, and sales of the segment within the widest search window, below which the price model gives no value by itself. */
    readonly minSales: number;
    readonly minSegmentSales: number;
  };
  readonly trees: TreesConfig;
  /** How a snapshot learns from its own backtest. */
  readonly calibration: {
    /** Coverage the quantiles are taken for. Markets drift between a backtest and the day, which costs one to two points. */
    readonly targetCoverage: number;
    /** Weight of all other segments in a segment's interval, in sales. */
    readonly pooledSales: number;
    /** Days after which a backtested sale counts half in an interval. */
    readonly halfLifeDays: number;
    /** Sales that pull a group's correction of the expected error to none. */
    readonly errorScalePriorSales: number;
    /** Fewest backtested sales that a step of the confidence curve rests on. */
    readonly stepSales: number;
    /** Backtested sales below which nothing is published. */
    readonly minSales: number;
    /** Weight of the property type's usual error in the error expected at one place, in comps. */
    readonly priorComps: number;
    /** Interquartile share of the comps up to which confidence is not lowered. */
    readonly dispersionFree: number;
    /** How much wider (log) an interval is where the number of apartments is not on record. */
    readonly unitsUnknownWidening: number;
  };
}

/**
 * The hyperparameters in use, chosen on southwest Cook and King County sales before the months that
 * docs/accuracy.md reports; docs/experiments.md has the trials.
 */
export const MODEL_CONFIG: ModelConfig = {
  comps: {
    maxComps: 50,
    targetComps: 25,
    bandwidths: {
      distanceM: 8_000,
      ageDays: 2_000,
      otherNeighborhood: 0.05,
      features: FEATURE_BANDWIDTHS,
      netAdjustment: 0.7,
    },
    nearMiss: { radiusFactor: 1.25, extraMonths: 6 },
    unknownDifference: 0.5,
    weightPower: 4,
    modelWeight: { sfh: 15, mf2_4: 45 },
    minLineShare: 0.005,
    intervalWidening: 1.2,
  },
  confidence: {
    efoldingComps: 6,
    closenessAtZero: 0.6,
    closenessPerSimilarity: 0.5,
    dispersionFree: 0.1,
  },
  priorSale: { share: 0.8, cap: 0.4 },
  timeIndex: {
    marketSd: 0.015,
    segmentSd: 0.004,
    tierSd: 0.012,
    driftPriorSales: 5_000,
  },
  nowcast: { efoldingDays: 20, priorSales: 5, winsorSds: 2 },
  linear: {
    ridge: 4,
    winsorSds: 2.5,
    passes: 4,
    indexRounds: 3,
    categoryPriorSales: 5,
    minSales: 60,
    minSegmentSales: 10,
  },
  trees: {
    folds: 5,
    seed: 1,
    linearShare: 0.5,
    outlierSds: 5,
    minSales: 500,
    options: {
      learningRate: 0.05,
      lambda: 1,
      rowFraction: 0.7,
      objective: "huber",
      huberDelta: 0.08,
      categorySmoothing: 50,
    },
    sizes: [
      {
        trees: 300,
        maxLeaves: 15,
        minLeafRows: 10,
        featureFraction: 0.3,
        maxBins: 63,
      },
      {
        trees: 300,
        maxLeaves: 63,
        minLeafRows: 10,
        featureFraction: 0.4,
        maxBins: 127,
      },
    ],
    trial: { folds: 2, trees: 50, learningRate: 0.2, minImprovement: 0.01 },
    many: {
      fromRows: 60_000,
      options: {
        trees: 200,
        learningRate: 0.15,
        maxLeaves: 63,
        minLeafRows: 40,
        featureFraction: 0.4,
        maxBins: 255,
      },
    },
  },
  calibration: {
    targetCoverage: 0.82,
    pooledSales: 100,
    halfLifeDays: 180,
    errorScalePriorSales: 40,
    stepSales: 50,
    minSales: 100,
    priorComps: 5,
    dispersionFree: 0.3,
    // Of 2,252 Milwaukee flats (April 2020 to December 2021) valued without their count, 80% of the
    // errors were within 1.007 times those with it; 1.04 is the end of the 95% bounds.
    unitsUnknownWidening: 1.04,
  },
};
