import { invalidParams } from "../../../contracts/errors.ts";
import type { EventData } from "../../../contracts/events.ts";
import { flyToLocation as contract } from "../../../contracts/operations/fly_to_location.ts";
import type { FlyToInput, FlyToOutput } from "../../../contracts/saved.ts";
import { parseSubject } from "../../engine/subject/parse.ts";
import type { Operation } from "../../service/operation.ts";
import {
  recordedProperty,
  tractCenter,
} from "../../answers/recorded_property.ts";
import { tellMaps } from "../../service/workspace.ts";
import { mapState } from "../../answers/map_state.ts";
import { namedWithPin } from "../../answers/subject_name.ts";

/** Tells the caller's open maps where to go. */
export const flyToLocation: Operation<typeof FlyToInput, typeof FlyToOutput> = {
  contract,
  async run(context, input) {
    const { geoid, zoom, idempotency_key: _, ...subject } = input;
    const { snapshot } = context;
    if (geoid !== undefined && Object.keys(subject).length > 0) {
      throw invalidParams("geoid", "left out where a property is named");
    }
    const place = geoid !== undefined
      ? { geoid, ...tractCenter(snapshot, geoid) }
      : placeOf(subject);
    return await tellMaps(context, contract, input, {
      kind: "map_flown_to",
      data: { ...place, ...(zoom !== undefined && { zoom }) },
    });

    /** A point is where it is, with a property or without. */
    function placeOf(named: typeof subject) {
      const query = parseSubject(named);
      return query.by === "point"
        ? { lat: query.lat, lon: query.lon }
        : { ...recordedProperty(snapshot, named) };
    }
  },
  summary: ({ data, seq, map_open }) =>
    `Sent the map to ${placeText(data)} (event ${seq}). ${mapState(map_open)}`,
};

function placeText(
  { address = null, property_id = null, geoid, lat, lon }: EventData<
    "map_flown_to"
  >,
): string {
  const name = geoid === undefined
    ? namedWithPin({ address, property_id }, "")
    : `tract ${geoid}`;
  return [name, lat, lon].filter((part) => part !== "").join(", ");
}
