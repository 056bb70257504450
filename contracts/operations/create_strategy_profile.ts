import { type OperationContract, WRITES } from "../operation.ts";
import { ProfileInput, ProfileOutput } from "../saved.ts";

/** Create a strategy profile with alerts. */
export const createStrategyProfile: OperationContract<
  typeof ProfileInput,
  typeof ProfileOutput
> = {
  name: "create_strategy_profile",
  title: "Create a strategy profile with alerts",
  description:
    "Use this when the user wants alerts for new matches: a strategy with an area or box and limits, matched in the daily run. " +
    "Channels get the alerts: a webhook (https, needs the scope webhooks) or a Telegram chat. With profile_id it changes, pauses or removes one.",
  scope: "write-state",
  needsAccount: true,
  cost: "other",
  input: ProfileInput,
  output: ProfileOutput,
  annotations: { ...WRITES, destructiveHint: true, idempotentHint: false },
  examples: [
    {
      title: "rentals up to 350,000",
      input: {
        name: "rentals",
        strategy: "hold",
        max_price: 350_000,
        min_percentile: 70,
      },
    },
  ],
  aliases: [],
  rest: { method: "POST", path: "/me/profiles" },
  command: "profile",
};
