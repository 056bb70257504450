import { Fault } from "../../contracts/errors.ts";
import type { Replayed } from "../../contracts/replay.ts";
import { isoOf } from "../engine/snapshot.ts";
import type { Replays } from "../store/replays.ts";
import type { Registry } from "./registry.ts";
import type { ServeContext } from "./serve.ts";
import { requireScopes } from "../access/scopes.ts";
import { type Answer, digests } from "./replay_row.ts";
import { stampOf } from "./stamp.ts";

export type { Replays };

/**
 * Computes an answer again and compares it with the first one of its id.
 *
 * @throws {Fault} `not_found` for an unknown id; `conflict` where it needs another snapshot
 */
export async function replay(
  registry: Registry,
  replays: Replays,
  context: ServeContext,
  id: string,
): Promise<Replayed> {
  requireScopes(context.principal, "replaying a value", "underwrite");
  const row = await replays.find(id);
  if (!row) {
    throw new Fault(
      "not_found",
      "this server has given no answer with this id",
      {
        field: "id",
        expected: "a valuation_id or analysis_id of an answer",
      },
    );
  }
  const { snapshot } = context;
  if (row.snapshot !== snapshot.id) {
    throw new Fault(
      "conflict",
      `${id} is from snapshot ${row.snapshot}; this server has ${snapshot.id}`,
      { field: "id", expected: `a server with the snapshot ${row.snapshot}` },
    );
  }
  const operation = registry.operations.find(({ contract }) =>
    contract.name === row.operation
  );
  if (!operation) {
    throw new Fault(
      "not_found",
      `the operation ${row.operation} no longer exists`,
    );
  }
  const answer: Answer = await operation.run(
    { ...context, today: row.day, index: undefined },
    row.input,
  );
  const now = digests(answer);
  const differs = [
    ...new Set([...Object.keys(row.fields), ...Object.keys(now)]),
  ]
    .filter((field) => row.fields[field] !== now[field]);
  return {
    id,
    operation: row.operation,
    input: row.input,
    day: isoOf(row.day),
    snapshot_id: row.snapshot,
    first_answered_at: new Date(row.at).toISOString(),
    identical: differs.length === 0,
    differs,
    answer,
    ...stampOf(snapshot),
  };
}
