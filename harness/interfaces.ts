import { Fault } from "../contracts/errors.ts";
import type { SnapshotData } from "../core/engine/snapshot.ts";
import { codeAt } from "../core/engine/tables.ts";
import type { Operation } from "../core/service/operation.ts";
import { LOCAL } from "../core/access/principal.ts";
import { serve } from "../core/service/serve.ts";
import type { SubjectInput } from "../core/service/subject_input.ts";

/** What an interface answers to an input: the answer as JSON data, or the part of a problem that does not depend on the request. */
export type Outcome =
  | { readonly answer: unknown }
  | {
    readonly problem: {
      readonly code: string;
      readonly field?: string;
      readonly expected?: string;
    };
  };

/** A problem or fault as an outcome. */
export function problemOutcome(
  { code, field, expected }: {
    code: string;
    field?: string;
    expected?: string;
  },
): Outcome {
  return {
    problem: { code, ...(field && { field }), ...(expected && { expected }) },
  };
}

/** Asks the core directly, as the command line does, and brings the answer into the form it has on a wire. */
export async function askCore(
  operation: Operation,
  snapshot: SnapshotData,
  today: number,
  input: unknown,
): Promise<Outcome> {
  try {
    const answer = await serve(
      operation,
      { snapshot, today, principal: LOCAL },
      input,
    );
    return { answer: JSON.parse(JSON.stringify(answer)) };
  } catch (error) {
    if (error instanceof Fault) return problemOutcome(error);
    throw error;
  }
}

/**
 * Properties of a snapshot, spread evenly over its parcels and named in turn by identifier,
 * point and address. Some addresses are ambiguous, some types are not modelled: every interface
 * must say the same to those too.
 */
export function spreadSubjects(
  snapshot: SnapshotData,
  count: number,
): SubjectInput[] {
  const { parcels } = snapshot.tables;
  return Array.from({ length: count }, (_, n) => {
    const row = Math.floor((n + 0.5) * parcels.rows / count);
    const address = parcels.address.at(row);
    if (n % 3 === 1) return { lat: parcels.lat[row], lon: parcels.lon[row] };
    if (n % 3 === 2 && address !== "") {
      return {
        address: `${address}, ${codeAt(parcels.city, row)} ${
          codeAt(parcels.zip, row)
        }`,
      };
    }
    return { property_id: parcels.property_id.at(row) };
  });
}
