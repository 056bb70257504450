import type { Strategy } from "../../contracts/envelope.ts";
import { parseSubject, type SubjectInput } from "../engine/subject/parse.ts";
import { resolveSubject } from "../engine/subject/resolve.ts";
import type { Valuation } from "../engine/valuation/valuation.ts";
import { valueSubject } from "../engine/valuation/value.ts";
import type { OperationContext } from "./operation.ts";

/** The input fields that settle a valuation. */
export interface ValuedInput extends SubjectInput {
  readonly prop_type?: string;
  readonly strategy?: Strategy;
}

/**
 * Values the property that an operation's input names: the one way every operation does, so that a
 * property has one value.
 */
export function valueInput(
  { snapshot, today }: OperationContext,
  input: ValuedInput,
): Valuation {
  const subject = resolveSubject(snapshot, parseSubject(input), {
    propType: input.prop_type,
  });
  return valueSubject(snapshot, subject, { today, strategy: input.strategy });
}
