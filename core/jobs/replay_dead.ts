import type { DeadLetter } from "../../contracts/alerts.ts";
import { Fault } from "../../contracts/errors.ts";
import type { ReplayChoice, ReplayOutcome } from "../service/channels.ts";
import { listDead, replay } from "../store/delivery/dead_letters.ts";

/** Whose dead letters are sent again, and when. */
export interface ReplayOptions {
  /** Only those of this owner; unset means all. */
  readonly owner?: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Puts dead letters on their way again, with the same ids and all their attempts.
 *
 * @throws {Fault} `not_found` for an id that is none, `conflict` where its channel is switched off
 */
export async function replayDead(
  kv: Deno.Kv,
  choice: ReplayChoice,
  { owner, now }: ReplayOptions,
): Promise<ReplayOutcome> {
  const isChosen = "delivery_id" in choice
    ? ({ delivery_id }: DeadLetter) => delivery_id === choice.delivery_id
    : ({ died_at }: DeadLetter) =>
      Date.parse(died_at) >= Date.parse(choice.since);
  const chosen = (await listDead(kv, owner)).filter(isChosen);
  let replayed = 0;
  for (const letter of chosen) {
    if (await replay(kv, letter.owner, letter.delivery_id, now)) replayed++;
  }
  const left = chosen.length - replayed;
  if (!("delivery_id" in choice)) return { replayed, left };
  if (chosen.length === 0) {
    throw new Fault("not_found", "there is no dead letter with this id", {
      field: "delivery_id",
      expected: "a delivery_id that the list of dead letters has",
    });
  }
  if (left > 0) {
    throw new Fault("conflict", "the message's channel is switched off", {
      field: "delivery_id",
      expected: "a message whose channel is enabled",
    });
  }
  return { replayed, left };
}
