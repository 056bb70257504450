import { placeAt } from "../places/place_at.ts";
import { type Flag, notJudged, type RiskCase } from "./flag.ts";

/** Distress nearby rests on the City of Chicago's records, which no other place publishes alike. */
export function distressProximity({ snapshot, subject }: RiskCase): Flag {
  const { communityArea } = placeAt(snapshot, subject.lat, subject.lon);
  return notJudged("not_tracked", {
    code: "distress_proximity",
    source: "City of Chicago permits, 311 requests and building violations",
    reason: communityArea === ""
      ? "permits, 311 requests and violations are tracked in Chicago only; that is not a sign of no distress"
      : "this snapshot holds no city records; that is not a sign of no distress",
  });
}

/** Crime figures never reach an answer. */
export function violentCrime(): Flag {
  return notJudged("withheld", {
    code: "violent_crime",
    source: "withheld by policy",
    reason: "crime figures never reach a score or an answer",
  });
}
