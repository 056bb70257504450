import { invalidParams } from "../../../contracts/errors.ts";
import { updateMapFilters as contract } from "../../../contracts/operations/update_map_filters.ts";
import type { MapFiltersInput, Mutated } from "../../../contracts/saved.ts";
import type { Operation } from "../../service/operation.ts";
import { mutate } from "../../service/workspace.ts";

/** Tells the caller's open maps what to show. */
export const updateMapFilters: Operation<
  typeof MapFiltersInput,
  typeof Mutated
> = {
  contract,
  async run(context, input) {
    const { idempotency_key: _, ...filters } = input;
    if (Object.keys(filters).length === 0) {
      throw invalidParams("input", "at least one filter");
    }
    return await mutate(
      context,
      contract,
      input,
      () => Promise.resolve({ kind: "map_filters_updated", data: filters }),
    );
  },
  summary: ({ seq }) => `Told the map its filters (event ${seq}).`,
};
