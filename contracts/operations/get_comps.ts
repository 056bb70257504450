import { PROPERTY_TYPES } from "../constants/property.ts";
import { z } from "zod";
import {
  type OperationAlias,
  type OperationContract,
  READ_ONLY,
} from "../operation.ts";
import { RULES } from "../rules.ts";
import { ONE_PLACE, subjectFields } from "../subject.ts";
import { CompsInput, CompsOutput } from "../valuation.ts";

const LegacyInput = z.object({
  address: subjectFields.address,
  lat: subjectFields.lat,
  lon: subjectFields.lon,
  point: subjectFields.point,
  prop_type: z.enum(PROPERTY_TYPES.modelled).default("mf2_4").describe(
    "chooses among parcels at a point; the county's record overrides it",
  ),
}).strict().register(RULES, ONE_PLACE);

const legacy: OperationAlias<typeof CompsInput, typeof LegacyInput> = {
  name: "comps",
  input: LegacyInput,
  map: (input) => input,
  deprecated: "2026-07-01",
  sunset: "2027-07-01",
};

/** Comparable-sales valuation of one property. */
export const getComps: OperationContract<
  typeof CompsInput,
  typeof CompsOutput
> = {
  name: "get_comps",
  title: "Value a property by comparable sales",
  description:
    "Use this when you need what a house or two- to four-flat in Cook County is worth (after-repair value, ARV) and why. " +
    "It gives a conservative, base and aggressive value from nearby sales, each adjusted to today and to the property line by line. " +
    "With detail full it has each adjustment and the rejected sales with their reasons. " +
    "Name the property by property_id (PIN), address, or lat and lon. " +
    "It does not underwrite (use deep_underwrite_asset) and does not value condos, townhomes or Lake County homes. " +
    "`state` says what the numbers may be used for. " +
    "A `refusal` is an answer: report its reason and fix, do not retry or put another number in its place. " +
    "Relay `disclosure` wherever a person sees a value.",
  help:
    "Values a house or two- to four-flat in Cook County by nearby sales, each adjusted to today and to the property line by line. " +
    "Lists the rejected sales and why. " +
    "Correct a fact or choose the comps to see the value before and after. A screening aid, not an appraisal.",
  scope: "underwrite",
  cost: "comps",
  input: CompsInput,
  output: CompsOutput,
  annotations: READ_ONLY,
  examples: [
    {
      title: "a point in Bridgeport, Chicago",
      input: { lat: 41.8381, lon: -87.6513, prop_type: "mf2_4" },
    },
    {
      title: "a point in Orland Park, for a long-term rental",
      input: { lat: 41.6103, lon: -87.8464, strategy: "hold" },
    },
  ],
  aliases: [legacy],
  card: "value",
  rest: { method: "GET", path: "/comps/{subject}" },
  command: "comps",
};
