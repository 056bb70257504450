import { invalidParams } from "../../../contracts/errors.ts";
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
    const properties = (property_ids ?? []).map((property_id) => {
      const { lat, lon, ...rest } = recordedProperty(context.snapshot, {
        property_id,
      });
      return { property_id: rest.property_id, lat, lon };
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
    `Marked ${counted(data.properties.length)} (event ${seq}). ${
      mapState(map_open)
    }`,
};

const counted = (n: number) => n === 1 ? "1 property" : `${n} properties`;
