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
    "Use this when the user wants alerts on new matches: a strategy with an area or box and limits. " +
    "The daily run, and each change in a feed, match listings that are new, cheaper or better scored. " +
    "Each match is reported once, on the event stream and by the channels. " +
    "Channels are webhook (https, signed, needs the scope webhooks), telegram, slack, discord and email. " +
    "The answer shows a new webhook's secret, or the link for a Telegram chat, once. " +
    "cadence, quiet_hours and daily_cap decide when. With profile_id it changes, pauses or removes one.",
  help:
    "Keeps a search that alerts on new matches: a strategy with an area or box and limits. Homes that are new, cheaper or better scored are reported once, by the channels named. The answer shows a new webhook's secret, or the link that binds a Telegram chat, once.",
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
