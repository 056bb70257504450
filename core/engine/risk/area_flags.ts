import KDBush from "kdbush";
import { RISK } from "../../../contracts/constants/risk.ts";
import { type Projection, projectionAt } from "../geo/projection.ts";
import { layerOf } from "../places/layers.ts";
import { isoOf, perSnapshot, type SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";
import { feet } from "../words.ts";
import {
  assessed,
  type Flag,
  notAssessed,
  type RiskCase,
  severityOf,
} from "./flag.ts";

interface CityIndex {
  readonly projection: Projection;
  readonly tree: KDBush;
  /** Day of the newest record. */
  readonly newest: number;
}

/**
 * Distress nearby: vacant buildings reported and buildings torn down around the property in the
 * 24 months to the newest record. Only the City of Chicago publishes them.
 */
export function distressProximity({ snapshot, subject }: RiskCase): Flag {
  const known = {
    code: "distress_proximity",
    source: "City of Chicago permits, 311 requests and building violations",
  } as const;
  const { lat, lon } = subject;
  const inChicago = layerOf(snapshot, "community_area").at(lon, lat) !== null;
  const { city_records: records } = snapshot.tables;
  if (!inChicago || records.rows === 0) {
    return notAssessed("not_tracked", {
      ...known,
      reason: inChicago
        ? "this snapshot holds no city records; that is not a sign of no distress"
        : "permits, 311 requests and violations are tracked in Chicago only; that is not a sign of no distress",
    });
  }
  const { projection, tree, newest } = cityIndex(snapshot);
  const { radius_m, months, ...steps } = RISK.distress;
  const from = newest - Math.round(months * 365.25 / 12);
  const near = tree.within(projection.x(lon), projection.y(lat), radius_m)
    .filter((row) => records.date[row] >= from);
  const count = (kind: string, what: RegExp) =>
    near.filter((row) =>
      codeAt(records.kind, row) === kind &&
      what.test(codeAt(records.what, row))
    ).length;
  const vacant = count("request_311", /VACANT/);
  const wrecked = count("permit", /WRECKING|DEMOLITION/);
  return assessed(severityOf(vacant + wrecked, steps), {
    ...known,
    reason:
      `${vacant} vacant-building requests and ${wrecked} demolition permits within ${
        feet(radius_m)
      } in ${months} months`,
    figures: {
      vacant_building_requests: vacant,
      demolition_permits: wrecked,
      other_permits: near.filter((row) =>
        codeAt(records.kind, row) === "permit"
      ).length - wrecked,
      open_violations: count("violation", /^OPEN/),
      radius_m,
      from: isoOf(from),
      to: isoOf(newest),
    },
    vintage: isoOf(newest),
    blindSpots:
      "what was never reported; foreclosures; several requests about one building count each",
  });
}

const cityIndex: (snapshot: SnapshotData) => CityIndex = perSnapshot(
  (snapshot) => {
    const { lat, lon, date, rows } = snapshot.tables.city_records;
    const projection = projectionAt(lat[0], lon[0]);
    const tree = new KDBush(rows);
    for (let row = 0; row < rows; row++) {
      tree.add(projection.x(lon[row]), projection.y(lat[row]));
    }
    tree.finish();
    return {
      projection,
      tree,
      newest: date.reduce((last, day) => Math.max(last, day), -Infinity),
    };
  },
);
