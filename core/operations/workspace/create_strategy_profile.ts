import { nanoid } from "nanoid";
import type { z } from "zod";
import { Fault, invalidParams } from "../../../contracts/errors.ts";
import { createStrategyProfile as contract } from "../../../contracts/operations/create_strategy_profile.ts";
import type { ProfileInput, ProfileOutput } from "../../../contracts/saved.ts";
import type { Profile } from "../../../contracts/saved_items.ts";
import type { ChannelSetup } from "../../../contracts/alerts.ts";
import { findArea } from "../../engine/places/named.ts";
import { boxOf } from "../../service/box.ts";
import type { Operation, OperationContext } from "../../service/operation.ts";
import { mutate, savedIn } from "../../service/workspace.ts";

/** Keeps a strategy with an area and limits, to be matched in the daily run. */
export const createStrategyProfile: Operation<
  typeof ProfileInput,
  typeof ProfileOutput
> = {
  contract,
  async run(context, input) {
    const { profile_id, remove, idempotency_key: _, ...fields } = input;
    checkWebhooks(context, fields.channels);
    checkTimeZone(fields.quiet_hours?.time_zone);
    const { area: areaName, bbox: _bbox, channels: named, ...given } = fields;
    const area = areaName === undefined
      ? undefined
      : findArea(context.snapshot, areaName).name;
    const box = boxOf(fields);
    const edges = box &&
      { west: box[0], south: box[1], east: box[2], north: box[3] };
    const { name, strategy } = profile_id === undefined
      ? newProfile(input)
      : input;
    const newId = `pro_${nanoid(12)}`;
    if (profile_id !== undefined) await requireProfile(context, profile_id);
    const setups = await setUp(context, named);
    const refs = setups?.map(({ channel_id, type }) => ({ channel_id, type }));
    const event = await mutate<"profile_created" | "profile_updated">(
      context,
      contract,
      input,
      async (items, at) => {
        const known = profile_id === undefined
          ? null
          : await items.find("profiles", profile_id);
        if (profile_id !== undefined && !known) throw unknownProfile();
        if (remove) {
          await items.remove("profiles", profile_id!);
          return {
            kind: "profile_updated",
            data: { profile_id: profile_id!, removed: true },
          };
        }
        const base = known
          ? box || area !== undefined ? withoutPlace(known) : known
          : { name: name!, strategy: strategy!, ...DEFAULTS };
        const profile: Profile = {
          ...base,
          ...given,
          ...edges,
          name: name ?? base.name,
          strategy: strategy ?? base.strategy,
          channels: refs ?? base.channels,
          cadence: given.cadence ?? base.cadence,
          daily_cap: given.daily_cap ?? base.daily_cap,
          paused: given.paused ?? base.paused,
          ...(area !== undefined && { area }),
          profile_id: profile_id ?? newId,
          created_at: known?.created_at ?? at,
          updated_at: at,
        };
        await items.put("profiles", profile.profile_id, profile);
        return {
          kind: known ? "profile_updated" : "profile_created",
          data: profile,
        };
      },
    );
    return { ...event, channels: setups ?? [] };
  },
  summary: ({ kind, data, seq, channels }) => {
    const event = `the profile ${data.profile_id} (event ${seq})`;
    return "removed" in data ? `Removed ${event}.` : [
      `${kind === "profile_created" ? "Created" : "Updated"} ${event}: ${
        alertsText(data)
      }.`,
      ...channels.map(setupText),
    ].join(" ");
  },
};

/** Which alerts a profile brings, and how. */
function alertsText(
  { strategy, cadence, channels, paused }: Profile,
): string {
  if (paused) return `${strategy}, paused`;
  return channels.length === 0
    ? `${strategy} alerts on the account's event stream only, as it has no channel`
    : `${strategy} alerts, ${cadence}, by ${
      channels.map(({ type }) => type).join(", ")
    }`;
}

/** What a new profile has unless it says otherwise. */
const DEFAULTS = {
  channels: [],
  cadence: "instant",
  daily_cap: 20,
  paused: false,
} as const satisfies Partial<Profile>;

function setupText({ type, channel_id, secret, link }: ChannelSetup): string {
  return [
    `Channel ${type} ${channel_id}.`,
    secret && `Its signing secret, shown only now: ${secret}.`,
    link && `Open ${link} in Telegram to link the chat.`,
    type === "email" && "The address gets a link to confirm it.",
  ].filter(Boolean).join(" ");
}

/** Channels are not made for a profile that is not there: their secrets would be lost. */
async function requireProfile(context: OperationContext, id: string) {
  if (!await savedIn(context).find("profiles", id)) throw unknownProfile();
}

async function setUp(
  { channels }: OperationContext,
  named: Fields["channels"],
): Promise<ChannelSetup[] | undefined> {
  if (named === undefined) return undefined;
  if (channels) return await channels.setUp(named);
  throw invalidParams(
    "channels",
    "left out at the command line, or a server in --server",
    "only a server sends alerts",
  );
}

function checkTimeZone(zone: string | undefined): void {
  if (zone === undefined) return;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: zone });
  } catch {
    throw invalidParams(
      "quiet_hours.time_zone",
      "an IANA time zone, for example America/Chicago",
    );
  }
}

type Fields = Omit<
  z.output<typeof ProfileInput>,
  "profile_id" | "remove" | "idempotency_key"
>;

/** What a new profile cannot do without. */
function newProfile(
  { name, strategy, remove }: z.output<typeof ProfileInput>,
): Pick<Profile, "name" | "strategy"> {
  if (remove) throw invalidParams("profile_id", "given with remove");
  if (name === undefined) {
    throw invalidParams("name", "given for a new profile");
  }
  if (strategy === undefined) {
    throw invalidParams("strategy", "given for a new profile");
  }
  return { name, strategy };
}

function checkWebhooks(
  { scopes }: OperationContext,
  channels: Fields["channels"],
): void {
  if (!channels?.some(({ type }) => type === "webhook")) return;
  if (scopes?.has("webhooks")) return;
  throw new Fault("forbidden_scope", "a webhook needs the scope webhooks", {
    field: "channels",
    expected: "an API key with the scope webhooks",
    missingScopes: ["webhooks"],
  });
}

/** A new place replaces the old one, whether it was named or a box. */
function withoutPlace(known: Profile): Profile {
  const { area: _area, west: _w, south: _s, east: _e, north: _n, ...rest } =
    known;
  return rest;
}

function unknownProfile(): Fault {
  return new Fault("not_found", "there is no profile with this id", {
    field: "profile_id",
    expected: "a profile_id of yours",
  });
}
