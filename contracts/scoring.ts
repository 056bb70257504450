import { z } from "zod";
import { Read, Strategy } from "./envelope.ts";

/**
 * Everything a place may be scored on. Closed: nothing about the income, race, age, education
 * or safety of the people who live there is here, and a test keeps it so.
 */
export const FACTORS = {
  price: {
    label: "price level",
    unit: "dollars",
    better: "low",
    about: "what a house or two- to four-flat sells for",
  },
  price_dispersion: {
    label: "price dispersion",
    unit: "fraction",
    better: "high",
    about:
      "middle half of the prices over their median: room between worn and renovated homes",
  },
  liquidity: {
    label: "liquidity",
    unit: "sales a year",
    better: "high",
    about: "homes sold a year, mean of three years",
  },
  growth: {
    label: "price growth",
    unit: "fraction a year",
    better: "high",
    about: "trend of the yearly median price",
  },
  rent_yield: {
    label: "rent yield",
    unit: "fraction a year",
    better: "high",
    about: "a year of the census median rent over the price level",
  },
  safmr_to_price: {
    label: "HUD rent to price",
    unit: "fraction a year",
    better: "high",
    about:
      "a year of HUD's two-bedroom small-area fair market rent over the price level",
  },
  vacancy: {
    label: "vacancy",
    unit: "fraction",
    better: "low",
    about: "vacant homes of all homes",
  },
  effective_tax_rate: {
    label: "effective tax rate",
    unit: "fraction a year",
    better: "low",
    about: "property tax of a home over its market value",
  },
  rail_distance: {
    label: "distance to rail",
    unit: "meters",
    better: "low",
    about: "from the tract's center to the nearest CTA or Metra station",
  },
  reassessment_years: {
    label: "years to reassessment",
    unit: "years",
    better: "high",
    about: "until the triad's next reassessment can see a purchase",
  },
} as const;

/** Name of a factor. */
export type FactorName = keyof typeof FACTORS;
/** Names of the factors, in order. */
export const FACTOR_NAMES = Object.keys(FACTORS) as FactorName[];

/** Share of the strategy's score, by strategy. */
const Weights = z.record(Strategy, z.number().min(0).max(1));

/** One factor of a tract's scores. */
export const Factor = z.object({
  factor: z.enum(FACTOR_NAMES),
  label: z.string(),
  value: z.number().nullable(),
  unit: z.string(),
  percentile: z.number().min(0).max(100).nullable().describe(
    "among the county's scored tracts; 100 is always best for an investor",
  ),
  better: z.enum(["low", "high"]),
  weights: Weights,
  vintage: z.string().nullable().describe("year or period of the data"),
  source: z.string().nullable(),
  reliability: z.number().min(0).max(1).describe(
    "share of the weight that counts toward confidence, by age and number of facts",
  ),
  missing: z.string().nullable().describe("why there is no value"),
}).strict();
/** One factor of a tract's scores. */
export type Factor = z.infer<typeof Factor>;

/** A strategy's score of a tract. */
export const TractStrategyScore = z.object({
  percentile: z.number().min(0).max(100).nullable().describe(
    "county percentile: best tract 99-100, median about 50; null is not 0",
  ),
  confidence: z.number().min(0).max(100).nullable(),
  missing: z.array(z.enum(FACTOR_NAMES)).describe(
    "factors without a value; they count as the county's median",
  ),
  read: Read,
}).strict();
/** A strategy's score of a tract. */
export type TractStrategyScore = z.infer<typeof TractStrategyScore>;
