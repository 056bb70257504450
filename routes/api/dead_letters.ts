import type { Context } from "@hono/hono";
import { ReplayDeadLetters } from "../../contracts/alerts.ts";
import { invalidParams } from "../../contracts/errors.ts";
import { parseInput } from "../../core/schema/parse_input.ts";
import type { ReplayChoice } from "../../core/service/channels.ts";
import type { RouteEnv } from "../service.ts";
import { readJson } from "./body.ts";

/**
 * Reads which dead letters a request asks to send again.
 *
 * @throws {Fault} `invalid_params` unless it names either one or a time
 */
export async function replayChoiceOf(
  c: Context<RouteEnv>,
): Promise<ReplayChoice> {
  const { delivery_id, since } = parseInput(
    ReplayDeadLetters,
    await readJson(c.req.raw),
  );
  if (delivery_id !== undefined && since === undefined) return { delivery_id };
  if (delivery_id === undefined && since !== undefined) return { since };
  throw invalidParams("delivery_id", "given, or `since` instead of it");
}
