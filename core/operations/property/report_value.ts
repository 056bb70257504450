import { subjectName } from "../../answers/subject_name.ts";
import { Fault } from "../../../contracts/errors.ts";
import { reportValue as contract } from "../../../contracts/operations/report_value.ts";
import type { ReportInput, ReportOutput } from "../../../contracts/reports.ts";
import { parseSubject } from "../../engine/subject/parse.ts";
import { resolveSubject } from "../../engine/subject/resolve.ts";
import type { Operation } from "../../service/operation.ts";
import { stampOf } from "../../service/stamp.ts";
import { subjectFieldsOf } from "../../answers/valuation_fields.ts";

/** Queues a report of a value for a person. */
export const reportValue: Operation<typeof ReportInput, typeof ReportOutput> = {
  contract,
  async run({ snapshot, reviews }, { reason, suggested_value, ...named }) {
    const { property_id, address } = subjectFieldsOf(
      snapshot,
      resolveSubject(snapshot, parseSubject(named), {}),
    );
    if (property_id === null) {
      throw new Fault("not_found", "there is no property at this place", {
        field: "property_id",
        expected: "a property of the county's records",
      });
    }
    if (!reviews) {
      throw new Fault(
        "invalid_params",
        "only a server takes reports of values",
        {
          field: "server",
          expected:
            "a Twoflat server: --server URL, TWOFLAT_SERVER, or `twoflat login URL`",
        },
      );
    }
    const { id, isNew } = await reviews.report({
      property_id,
      address,
      reason,
      suggested_value: suggested_value ?? null,
    });
    return {
      report_id: id,
      property_id,
      address,
      state: isNew ? "queued" : "already_queued",
      ...stampOf(snapshot),
    };
  },
  summary: ({ report_id, state, ...subject }) =>
    state === "queued"
      ? `Report ${report_id} about ${
        subjectName(subject)
      } is queued for review.`
      : `You have already reported ${
        subjectName(subject)
      } today: report ${report_id}.`,
};
