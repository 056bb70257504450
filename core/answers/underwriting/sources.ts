import type { Strategy } from "../../../contracts/envelope.ts";
import type { DealInputs } from "../../engine/underwriting/resolve_inputs.ts";
import type { DealSources } from "./statements.ts";
import { taxSource } from "./tax_fields.ts";

/** Returns where the inputs of a strategy's deal come from. */
export function sourcesOf(
  { figures, rents, tax, request }: DealInputs,
  strategy: Strategy,
): DealSources {
  const of: DealSources["of"] = (name) => figures[name]?.source ?? "model";
  return {
    price: of("purchase_price"),
    rehab: of("rehab_budget"),
    rent: rents[strategy]?.source ?? "model",
    rate: of("rate"),
    down: of("down_pct"),
    hold: of("hold_months"),
    tax: request.custom.tax_annual !== undefined
      ? "given"
      : tax
      ? taxSource(tax)
      : "constant",
    arv: of("arv"),
    of,
  };
}
