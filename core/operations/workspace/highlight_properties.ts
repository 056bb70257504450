import { invalidParams, withFieldAt } from "../../../contracts/errors.ts";
import type { EventData } from "../../../contracts/events.ts";
import { highlightProperties as contract } from "../../../contracts/operations/highlight_properties.ts";
import type {
  HighlightInput,
  HighlightOutput,
} from "../../../contracts/saved.ts";
import type { Operation } from "../../service/operation.ts";
import { recordedProperty } from "../../answers/recorded_property.ts";
import { tellMaps } from "../../service/workspace.ts";
import { mapState } from "../../answers/map_state.ts";

/** Tells the caller's open maps which properties to mark. */
export const highlightProperties: Operation<
  typeof HighlightInput,
  typeof HighlightOutput
> = {
  contract,
  async run(context, input) {
    const { property_ids, label, clear } = input;
    if (!property_ids && !clear) {
      throw invalidParams("property_ids", "given, or clear");
    }
    const properties = (property_ids ?? []).map((id, at) => {
      const { property_id, lat, lon } = withFieldAt(
        () => `property_ids.${at}`,
        () => recordedProperty(context.snapshot, { property_id: id }),
      );
      return { property_id, lat, lon };
    });
    return await tellMaps(context, contract, input, {
      kind: "properties_highlighted",
      data: {
        properties,
        ...(label !== undefined && { label }),
        clear: clear ?? false,
      },
    });
  },
  summary: ({ data, seq, map_open }) =>
    `${markedText(data)} (event ${seq}). ${mapState(map_open)}`,
};

function markedText(
  { properties, clear }: EventData<"properties_highlighted">,
): string {
  const n = properties.length;
  if (n === 0) return "Removed the marks";
  return `${clear ? "Removed the earlier marks and marked" : "Marked"} ${
    n === 1 ? "1 property" : `${n} properties`
  }`;
}
