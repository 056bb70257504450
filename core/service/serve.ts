import type { z } from "zod";
import { RENT } from "../../contracts/constants/rent.ts";
import type { Warning } from "../../contracts/envelope.ts";
import { Fault } from "../../contracts/errors.ts";
import type { AuditEntry } from "../../contracts/audit.ts";
import type {
  OperationAlias,
  OperationContract,
} from "../../contracts/operation.ts";
import { isoOf } from "../engine/snapshot.ts";
import type { Operation, OperationContext } from "./operation.ts";
import { parseInput } from "../schema/parse_input.ts";
import type { Principal } from "../access/principal.ts";
import { replayIdOf, replayRow } from "./replay_row.ts";
import { requireScopes } from "../access/scopes.ts";

/** How a call ended. */
export type Outcome = AuditEntry["outcome"];

/** What a request brings: who asks, besides what the handler uses. */
export interface ServeContext extends Omit<OperationContext, "scopes"> {
  readonly principal: Principal;
  /** Told how the call ended, for metering and audit. */
  readonly onServed?: (contract: OperationContract, outcome: Outcome) => void;
}

/** Said with every answer that rests on a synthetic snapshot. */
export const SYNTHETIC: Warning = {
  code: "synthetic_data",
  message: "Synthetic data for demonstration: none of these sales took place.",
};

/** Said with every analysis of data whose backtest has not been run: a new demo county, or before `twoflat fit`. */
const NOT_CALIBRATED: Warning = {
  code: "not_calibrated",
  message:
    "How far off values are has not been measured on these data yet; ranges and states will change once it is.",
};

/** Said with every answer for a day before the newest data. */
function pastDay(day: number): Warning {
  return {
    code: "past_day",
    message: `Answered as of ${
      isoOf(day)
    }: later sales, assessments, rents, rates and listings are left out. Two kinds of facts have one vintage and may be newer: those of parcels (the newest record) and census figures (of ${RENT.census_year}).`,
  };
}

/** The warning on a property whose value was reported as wrong, until a person has reviewed it. */
const UNDER_REVIEW: Warning = {
  code: "value_under_review",
  message: "This value has been reported as wrong and is under review.",
};

/**
 * The path of a request, the same on every interface: scope, parse, handler, envelope.
 *
 * @param raw untrusted input, as decoded from JSON, a query string or the command line
 * @param alias the deprecated name the caller used; its own input shape is read and mapped
 * @throws {Fault} when the caller lacks the scope, the input is wrong or the handler says so
 */
export async function serve<I extends z.ZodObject, O extends z.ZodObject>(
  operation: Operation<I, O>,
  context: ServeContext,
  raw: unknown,
  alias?: OperationAlias<I>,
): Promise<z.output<O>> {
  const { contract } = operation;
  let outcome: Outcome = "internal";
  try {
    const { name, scope, needsAccount } = contract;
    if (scope !== null) requireScopes(context.principal, name, scope);
    if (needsAccount && context.principal.kind === "anonymous") {
      throw new Fault("forbidden_scope", `${name} needs a credential`, {
        field: "Authorization",
        expected: "Bearer and an API key or an OAuth access token",
      });
    }
    const given = alias ? alias.map(parseInput(alias.input, raw)) : raw;
    const input = parseInput(contract.input, given);
    const { scopes } = context.principal;
    const output = await operation.run({ ...context, scopes }, input);
    outcome = "ok";
    const id = replayIdOf(output);
    if (id !== undefined) {
      context.replays?.keep(
        id,
        () => replayRow(contract.name, input, output, context),
      );
    }
    return withEnvelope(
      output,
      context,
      alias && deprecated(alias, contract.name),
    );
  } catch (error) {
    if (error instanceof Fault) outcome = error.code;
    throw error;
  } finally {
    context.onServed?.(contract, outcome);
  }
}

function deprecated(alias: OperationAlias<z.ZodObject>, name: string): Warning {
  return {
    code: "deprecated_name",
    message:
      `${alias.name} is deprecated and works until ${alias.sunset}; use ${name}.`,
  };
}

/** Adds what every answer carries and no handler should have to think of. */
function withEnvelope<T extends object>(
  output: T,
  { snapshot, reviews }: ServeContext,
  deprecation: Warning | undefined,
): T {
  const { warnings = [], subject, model_versions } = output as {
    warnings?: Warning[];
    subject?: { property_id?: string | null };
    model_versions?: { model: string };
  };
  const added: Warning[] = [];
  if (snapshot.synthetic) added.push(SYNTHETIC);
  if (snapshot.model.size === 0 && "read" in output) added.push(NOT_CALIBRATED);
  if (snapshot.cutTo !== undefined) added.push(pastDay(snapshot.cutTo));
  if (deprecation) added.push(deprecation);
  const property = subject?.property_id;
  if (property != null && reviews?.isUnderReview(property)) {
    added.push(UNDER_REVIEW);
  }
  return {
    ...output,
    ...(model_versions && { model_version: model_versions.model }),
    warnings: [
      ...added,
      ...warnings.filter(({ code }) =>
        !added.some((each) => each.code === code)
      ),
    ],
  };
}
