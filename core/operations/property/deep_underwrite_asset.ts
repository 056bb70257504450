import { deepUnderwriteAsset as contract } from "../../../contracts/operations/deep_underwrite_asset.ts";
import type {
  UnderwriteInput,
  UnderwriteOutput,
} from "../../../contracts/underwriting.ts";
import { dealText } from "../../answers/deal_text.ts";
import {
  underwriteAnswer,
  underwriteQuestion,
} from "../../answers/underwrite_answer.ts";
import type { Operation } from "../../service/operation.ts";
import { valueInput } from "../../service/value_input.ts";

/** Underwrites the purchase of one property, on the same valuation as `get_comps`. */
export const deepUnderwriteAsset: Operation<
  typeof UnderwriteInput,
  typeof UnderwriteOutput
> = {
  contract,
  async run(context, input) {
    return underwriteAnswer(
      context,
      valueInput(context, input),
      await underwriteQuestion(context, input),
    );
  },
  summary: dealText,
};
