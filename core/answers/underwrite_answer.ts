import type { CustomAssumptions } from "../../contracts/assumptions.ts";
import type { Strategy } from "../../contracts/envelope.ts";
import type { UnderwriteOutput } from "../../contracts/underwriting.ts";
import { underwrite } from "../engine/underwriting/underwrite.ts";
import type { Valuation } from "../engine/valuation/valuation.ts";
import type { OperationContext } from "../service/operation.ts";
import { type AppliedPreset, withPreset } from "../service/preset.ts";
import type { WhatIf } from "../../contracts/what_if.ts";
import { whatIfAnswer } from "./what_if_answer.ts";
import { listingOfParcel } from "./active_listing.ts";
import { dealRisk } from "./deal_risk.ts";
import { underwritingFields } from "./underwriting/fields.ts";
import { envelopeOf, valuationFieldsOf } from "./valuation_fields.ts";

/** What is asked of an underwriting, besides the property. */
export interface UnderwriteQuestion {
  readonly strategy: Strategy;
  readonly custom: CustomAssumptions;
  readonly preset: AppliedPreset | null;
  readonly units?: number;
  readonly whatIf?: WhatIf;
}

/** Returns a call's question: its assumptions over those of the preset that applies. */
export async function underwriteQuestion(
  context: OperationContext,
  input: {
    readonly strategy?: Strategy;
    readonly custom_assumptions?: CustomAssumptions;
    readonly preset?: string;
    readonly listing_units?: number;
    readonly what_if?: WhatIf;
  },
): Promise<UnderwriteQuestion> {
  return {
    strategy: input.strategy ?? "brrrr",
    units: input.listing_units,
    whatIf: input.what_if,
    ...await withPreset(
      context,
      input.preset,
      input.custom_assumptions ?? {},
    ),
  };
}

/** Returns a valued property underwritten, as callers see it. */
export function underwriteAnswer(
  context: OperationContext,
  valuation: Valuation,
  { preset, whatIf, ...question }: UnderwriteQuestion,
): UnderwriteOutput {
  const { snapshot, today } = context;
  const underwriting = underwrite(snapshot, valuation, {
    ...question,
    listing: listingOfParcel(context, valuation.subject.parcel),
    today,
  });
  return {
    ...envelopeOf(valuation, underwriting.warnings),
    ...valuationFieldsOf(snapshot, valuation),
    what_if: whatIfAnswer(context, valuation, whatIf),
    ...underwritingFields(snapshot, underwriting, {
      preset,
      risk: dealRisk(snapshot, underwriting),
    }),
    read: underwriting.read,
  };
}
