import { invalidParams } from "../../../contracts/errors.ts";
import { updateMapFilters as contract } from "../../../contracts/operations/update_map_filters.ts";
import type {
  MapFiltersInput,
  MapFiltersOutput,
} from "../../../contracts/saved.ts";
import type { Operation } from "../../service/operation.ts";
import { tellMaps } from "../../service/workspace.ts";
import { mapState } from "../../answers/map_state.ts";

/** Tells the caller's open maps what to show. */
export const updateMapFilters: Operation<
  typeof MapFiltersInput,
  typeof MapFiltersOutput
> = {
  contract,
  async run(context, input) {
    const { idempotency_key: _, ...filters } = input;
    if (Object.keys(filters).length === 0) {
      throw invalidParams("input", "an object with at least one filter");
    }
    return await tellMaps(context, contract, input, {
      kind: "map_filters_updated",
      data: filters,
    });
  },
  summary: ({ seq, map_open }) =>
    `Set the map's filters (event ${seq}). ${mapState(map_open)}`,
};
