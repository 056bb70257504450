import type { CoveredSegment } from "../../../contracts/coverage.ts";

/** What each gate lets through, for people. */
export const GATES: Readonly<
  Record<CoveredSegment["gate"], { name: string; means: string }>
> = {
  point: {
    name: "Exact figures",
    means: "Past values were close enough for exact figures.",
  },
  range: {
    name: "Ranges",
    means: "A value range with its comparable sales, no exact figure.",
  },
  suppress: {
    name: "No values",
    means:
      "Past values were too inaccurate, or there are too few sales to tell.",
  },
};

/** Types of property that are valued. */
export const TYPES: Readonly<Record<string, string>> = {
  sfh: "House",
  mf2_4: "2–4 flat",
};

/** A fraction as percent. */
export const percent = (value: number, digits = 0): string =>
  `${(value * 100).toFixed(digits)}%`;

/** A whole number with separators. */
export const count = (value: number): string => value.toLocaleString("en-US");
