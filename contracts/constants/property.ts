/** The metropolitan area that is covered. */
export const METRO = { default: "chicago" } as const;

/** Cook County property classes by property type. Source: the Cook County Assessor's class definitions. */
export const PROPERTY_TYPES = {
  modelled: ["sfh", "mf2_4"],
  by_class: {
    sfh: [
      "202",
      "203",
      "204",
      "205",
      "206",
      "207",
      "208",
      "209",
      "234",
      "278",
    ],
    townhome: ["210", "295"],
    apartment: ["211"],
    mixed_use: ["212"],
    condo: ["299"],
    coop: ["399"],
  },
  /** Class 211 with this many apartments is `mf2_4`. */
  mf2_4_units: { min: 2, max: 4 },
} as const;
