import type { WhatIf, WhatIfAnswer } from "../../contracts/what_if.ts";
import type { Arv } from "../engine/valuation/decision/arv.ts";
import { dollars } from "../engine/figures.ts";
import { changesOf } from "../engine/valuation/comps/corrections.ts";
import type { Valuation } from "../engine/valuation/valuation.ts";
import { valueSubject } from "../engine/valuation/value.ts";
import type { OperationContext } from "../service/operation.ts";
import { isChange } from "../service/value_input.ts";

/** Returns what a caller's other facts and comps change, with the value as recorded; null without any. */
export function whatIfAnswer(
  { snapshot, today }: OperationContext,
  after: Valuation,
  whatIf: WhatIf | undefined,
): WhatIfAnswer {
  if (whatIf === undefined || !isChange(whatIf)) return null;
  const { subject, strategy } = after;
  const before = valueSubject(snapshot, subject, { today, strategy });
  return {
    changes: changesOf(before.facts, whatIf),
    before: triple(before.arv),
    after: triple(after.arv),
  };
}

function triple(arv: Arv | null) {
  return arv && {
    conservative: arv.conservative,
    base: arv.base,
    aggressive: arv.aggressive,
  };
}

/** Returns what a what-if changed in a sentence. */
export function whatIfText(
  { changes, before }: NonNullable<WhatIfAnswer>,
): string {
  return `With ${changes.join(", ")}; before: ${
    before
      ? `${dollars(before.base)} (${dollars(before.conservative)} to ${
        dollars(before.aggressive)
      })`
      : "no value"
  }.`;
}
