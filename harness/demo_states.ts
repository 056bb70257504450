import { dayOf, type SnapshotData } from "../core/engine/snapshot.ts";
import {
  parcelSubject,
  type ResolvedSubject,
  resolveSubject,
} from "../core/engine/subject/resolve.ts";
import { codeAt } from "../core/engine/tables.ts";
import type { Valuation } from "../core/engine/valuation/valuation.ts";
import { valueSubject } from "../core/engine/valuation/value.ts";
import { DEMO_DAY } from "./demo.ts";

/** A property of the demo county and the day it is asked about. */
export interface DemoProperty {
  readonly input: { property_id: string } | { lat: number; lon: number };
  readonly today: number;
  readonly valuation: Valuation;
}

const today = dayOf(DEMO_DAY);
/** A day on which the newest sale is too old. */
const later = today + 200;

/** Yields properties of the demo county in which every valuation state and every refusal occurs. */
export function* demoProperties(
  snapshot: SnapshotData,
): Generator<DemoProperty> {
  const { parcels } = snapshot.tables;
  const valued = (
    input: DemoProperty["input"],
    subject: ResolvedSubject,
    day = today,
  ) => ({
    input,
    today: day,
    valuation: valueSubject(snapshot, subject, { today: day }),
  });
  for (let row = 0; row < parcels.rows; row++) {
    // A sample, every parcel far from any sale, and every one whose building is not on record.
    const remote = codeAt(parcels.city, row) === "TINLEY PARK";
    if (row % 60 > 0 && !remote && parcels.bldg_sqft[row] > 0) continue;
    const subject = parcelSubject(snapshot, row, "property_id", null);
    const input = { property_id: parcels.property_id.at(row) };
    const found = valued(input, subject);
    yield found;
    const { state } = found.valuation;
    if (state === "point-actionable") yield valued(input, subject, later);
  }
  const bare = barePoint(snapshot);
  yield valued({ lat: bare.lat, lon: bare.lon }, bare);
}

/** Returns the first property of each state with each refusal, by `hedonic, dispersion`. */
export function eachDemoState(
  snapshot: SnapshotData,
): ReadonlyMap<string, DemoProperty> {
  const found = new Map<string, DemoProperty>();
  for (const property of demoProperties(snapshot)) {
    const { state, refusal } = property.valuation;
    const name = `${state}, ${refusal?.code ?? "no refusal"}`;
    if (!found.has(name)) found.set(name, property);
  }
  return found;
}

/** A point among sales that stands for no parcel. */
function barePoint(snapshot: SnapshotData): ResolvedSubject {
  for (let lat = 41.940; lat < 41.966; lat += 0.0005) {
    const point = { by: "point", lat, lon: -87.765 } as const;
    const subject = resolveSubject(snapshot, point);
    if (subject.parcel < 0) return subject;
  }
  throw new Error("a parcel stands everywhere");
}
