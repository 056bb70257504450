import { effectiveDate } from "../core/service/effective_date.ts";
import { prepareAnswers } from "../core/service/prepare.ts";
import { openDemo } from "../fixtures/demo/ensure.ts";
import { spreadSubjects } from "../harness/interfaces.ts";

/** The demo county, ready for valuations, with the identifiers of 200 properties. */
export async function demo() {
  const snapshot = await openDemo(".twoflat", { now: Date.now() });
  const today = effectiveDate(snapshot, undefined, Date.now());
  await prepareAnswers(snapshot, today);
  const subjects = spreadSubjects(snapshot, 600).flatMap((subject) =>
    "property_id" in subject ? [subject.property_id] : []
  );
  return { snapshot, today, subjects };
}
