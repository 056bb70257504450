import { Fault } from "../../contracts/errors.ts";
import { VALUATION_METHOD } from "../../contracts/version.ts";

/** Returns the fault of a snapshot whose model another version of this program wrote. */
export function unreadableModel(writer: string, cause?: unknown): Fault {
  return new Fault(
    "invalid_params",
    `the snapshot was fitted by ${writer}, this program values by ${VALUATION_METHOD}; run \`twoflat fit\` again`,
    { field: "snapshot", expected: `a model of ${VALUATION_METHOD}`, cause },
  );
}
