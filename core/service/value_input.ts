import type { Strategy } from "../../contracts/envelope.ts";
import { Fault, quoteUntrusted } from "../../contracts/errors.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import { findParcel } from "../engine/subject/property_id.ts";
import type { WhatIf } from "../../contracts/what_if.ts";
import { parseSubject, type SubjectInput } from "../engine/subject/parse.ts";
import { resolveSubject } from "../engine/subject/resolve.ts";
import type { Valuation } from "../engine/valuation/valuation.ts";
import { valueSubject } from "../engine/valuation/value.ts";
import type { OperationContext } from "./operation.ts";

/** The input fields that determine a valuation. */
export interface ValuedInput extends SubjectInput {
  readonly prop_type?: string;
  readonly strategy?: Strategy;
  readonly what_if?: WhatIf;
}

/**
 * Values the property that an operation's input names: the one way every operation does, so that a
 * property has one value.
 */
export function valueInput(
  { snapshot, today }: OperationContext,
  input: ValuedInput,
): Valuation {
  const whatIf = input.what_if && isChange(input.what_if)
    ? input.what_if
    : undefined;
  requireComps(snapshot, whatIf);
  const subject = resolveSubject(snapshot, parseSubject(input), {
    propType: input.prop_type,
  });
  return valueSubject(snapshot, subject, {
    today,
    strategy: input.strategy,
    whatIf,
  });
}

/** Whether a what-if changes anything: some clients send an empty one for none. */
export function isChange(whatIf: WhatIf): boolean {
  return Object.keys(whatIf).length > 0;
}

/** A sale that is named must be one of a parcel that is known. */
function requireComps(snapshot: SnapshotData, whatIf: WhatIf | undefined) {
  for (const field of ["exclude_comps", "pin_comps"] as const) {
    const unknown = whatIf?.[field]?.find((id) => findParcel(snapshot, id) < 0);
    if (unknown === undefined) continue;
    throw new Fault(
      "not_found",
      `there is no property ${quoteUntrusted(unknown)}`,
      {
        field: `what_if.${field}`,
        expected: "property_ids of comps, as get_comps lists them",
      },
    );
  }
}
