/** Property tax. Source: Cook County Assessor and Clerk, Illinois Department of Revenue; docs/data-sources.md. */
export const PROPERTY_TAX = {
  level_of_assessment: 0.10,
  homeowner_exemption_eav: 10_000,
  equalizer: {
    2015: 2.6685,
    2016: 2.8032,
    2017: 2.9627,
    2018: 2.9109,
    2019: 2.9160,
    2020: 3.2234,
    2021: 3.0027,
    2022: 2.9237,
    2023: 3.0163,
    2024: 3.0355,
  } as Readonly<Record<number, number>>,
  /** Reassessed when tax year modulo 3 is this. */
  triad_phase: { North: 0, South: 1, City: 2 } as Readonly<
    Record<string, number>
  >,
  /**
   * Residential tax as a share of market value where a parcel's tax code has no rate: the median
   * over the triad's tax codes in the county's 2018 effective rates.
   */
  effective_rate: { City: 0.0163, North: 0.0249, South: 0.0308 } as Readonly<
    Record<string, number>
  >,
  /** Lake County assesses at a third of market value and equalizes by township to 1. */
  lake_level_of_assessment: 1 / 3,
} as const;
