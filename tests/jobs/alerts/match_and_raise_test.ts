import assert from "node:assert/strict";
import { Alert } from "../../../contracts/alerts.ts";
import type { Event } from "../../../contracts/events.ts";
import { sendDigests } from "../../../core/jobs/alerts/digests.ts";
import { matchAndRaise } from "../../../core/jobs/alerts/match_and_raise.ts";
import type { Listing } from "../../../core/inventory/listing.ts";
import type { Delivery } from "../../../core/store/delivery/outbox.ts";
import { readEvents } from "../../../core/store/events/log.ts";
import { demoSnapshot } from "../../../harness/demo.ts";
import { addWebhook } from "../outbox.ts";
import { addProfile, NOON, scored, someListings, TODAY } from "./listings.ts";

const snapshot = await demoSnapshot();

/** Matches what is listed against the profiles in a store. */
async function match(kv: Deno.Kv, listings: readonly Listing[], now = NOON) {
  const index = await scored(snapshot, listings);
  return await matchAndRaise(kv, { snapshot, index, today: TODAY }, { now });
}

async function alertsOf(kv: Deno.Kv, owner: string): Promise<Alert[]> {
  const events = await readEvents(kv, owner, 0, 1_000);
  return events.filter((event): event is Event<"alert_raised"> =>
    event.kind === "alert_raised"
  ).map(({ data }) => data);
}

async function deliveries(kv: Deno.Kv): Promise<Delivery[]> {
  const rows = kv.list<Delivery>({ prefix: ["outbox", "delivery"] });
  return (await Array.fromAsync(rows)).map(({ value }) => value);
}

Deno.test("a new listing that matches is told once, with value, verdict, risks and why", async () => {
  using kv = await Deno.openKv(":memory:");
  const listings = someListings(snapshot, 4, NOON - 60_000);
  await addProfile(kv, "ann", { max_price: 10_000_000 });
  await addProfile(kv, "bob", { max_price: 1 });
  await addProfile(kv, "cat", { paused: true });
  assert.deepEqual(await match(kv, listings), {
    profiles: 3,
    matches: 4,
    raised: 4,
  });
  const again = await match(kv, listings);
  assert.deepEqual([again.matches, again.raised], [0, 0]);
  const alerts = await alertsOf(kv, "ann");
  assert.equal(alerts.length, 4);
  for (const alert of alerts) {
    Alert.parse(alert);
    const listing = listings.find(({ id }) => id === alert.listing_id)!;
    assert.deepEqual(
      [alert.reason, alert.property_id, alert.read.strategy],
      ["new", listing.pin, "hold"],
    );
    assert.match(alert.valuation_id!, /^val_/);
    assert.ok(alert.disclosure.length > 10);
    assert.ok(alert.why.some((why) => why.endsWith("at most $10,000,000")));
  }
  assert.deepEqual(await alertsOf(kv, "bob"), []);
  assert.deepEqual(await alertsOf(kv, "cat"), []);
});

Deno.test("later only what has changed is matched: listings, and profiles against all of them", async () => {
  using kv = await Deno.openKv(":memory:");
  const listings = someListings(snapshot, 4, NOON - 60_000)
    .sort((a, b) => b.listPrice - a.listPrice);
  const most = listings[3].listPrice;
  await addProfile(kv, "ann");
  const bob = await addProfile(kv, "bob", { max_price: most });
  assert.equal((await match(kv, listings)).raised, 5);
  const idle = await match(kv, listings, NOON + 1);
  assert.deepEqual([idle.matches, idle.raised], [0, 0]);
  const [, ...others] = listings;
  const changed = { ...listings[0], propType: "other" as const };
  assert.equal((await match(kv, [changed, ...others], NOON + 2)).matches, 1);
  const updated_at = new Date(NOON + 3).toISOString();
  await addProfile(kv, "bob", { ...bob, max_price: undefined, updated_at });
  const wider = await match(kv, [changed, ...others], NOON + 4);
  assert.deepEqual([wider.matches, wider.raised], [4, 3]);
});

Deno.test("many profiles and listings: what a dry run counts is raised, once for each profile and property", async () => {
  using kv = await Deno.openKv(":memory:");
  const some = someListings(snapshot, 30, NOON);
  // Two listings of one property, far apart in the order of prices.
  const twin = { ...some[0], id: "twin", listPrice: 10_000_000 };
  const listings = [...some, twin];
  await addWebhook(kv, "owner1", "ch_1", "https://hooks.example/a");
  const channels = [{ channel_id: "ch_1", type: "webhook" as const }];
  const owners = Array.from({ length: 23 }, (_, n) => `owner${n}`);
  for (const owner of owners) {
    await addProfile(kv, owner, { channels, daily_cap: 4 });
  }
  const index = await scored(snapshot, listings);
  const source = { snapshot, index, today: TODAY };
  const before = await matchAndRaise(kv, source, { now: NOON, dryRun: true });
  assert.deepEqual(before, {
    profiles: 23,
    matches: 23 * 31,
    raised: 23 * 30,
  });
  assert.deepEqual(await matchAndRaise(kv, source, { now: NOON }), before);
  for (const owner of owners) {
    const ids = (await alertsOf(kv, owner)).map(({ alert_id }) => alert_id);
    assert.deepEqual([ids.length, new Set(ids).size], [30, 30]);
  }
  const sent = await deliveries(kv);
  assert.equal(sent.length, 4, "the cap of the one owner with a channel");
  const idle = await matchAndRaise(kv, source, { now: NOON + 1 });
  assert.equal(idle.raised, 0);
});

Deno.test("what was listed before the profile is told only when its price falls, and that once", async () => {
  using kv = await Deno.openKv(":memory:");
  const [listing] = someListings(snapshot, 1, NOON - 86_400_000);
  await addProfile(kv, "ann");
  assert.equal((await match(kv, [listing])).raised, 0);
  const cheaper = {
    ...listing,
    listPrice: listing.listPrice - 10_000,
    prices: [...listing.prices, {
      at: NOON,
      price: listing.listPrice - 10_000,
    }],
  };
  assert.equal((await match(kv, [cheaper])).raised, 1);
  assert.equal((await match(kv, [cheaper])).raised, 0);
  const [alert] = await alertsOf(kv, "ann");
  assert.deepEqual(
    [alert.reason, alert.previous_price! - alert.list_price],
    ["price_drop", 10_000],
  );
});

Deno.test("a price that falls after the alert is told; a rise is not", async () => {
  using kv = await Deno.openKv(":memory:");
  const [listing] = someListings(snapshot, 1, NOON);
  await addProfile(kv, "ann");
  await match(kv, [listing]);
  const at = (price: number): Listing => ({
    ...listing,
    listPrice: price,
    prices: [...listing.prices, { at: NOON + 1, price }],
  });
  assert.equal((await match(kv, [at(listing.listPrice + 5_000)])).raised, 0);
  assert.equal((await match(kv, [at(listing.listPrice - 5_000)])).raised, 1);
  assert.deepEqual((await alertsOf(kv, "ann")).map(({ reason }) => reason), [
    "new",
    "price_drop",
  ]);
});

Deno.test("beyond the cap a day, alerts come as one digest; a muted channel gets nothing", async () => {
  using kv = await Deno.openKv(":memory:");
  const address = "https://hooks.example/a";
  await addWebhook(kv, "ann", "ch_1", address);
  await addWebhook(kv, "ann", "ch_2", address, { mutedUntil: NOON + 1 });
  await addProfile(kv, "ann", {
    daily_cap: 2,
    channels: [
      { channel_id: "ch_1", type: "webhook" },
      { channel_id: "ch_2", type: "webhook" },
    ],
  });
  await match(kv, someListings(snapshot, 5, NOON));
  const sent = await deliveries(kv);
  assert.deepEqual(
    sent.map(({ channel, message }) => [channel, message.type]),
    [
      ["ch_1", "alert.raised"],
      ["ch_1", "alert.raised"],
    ],
  );
  assert.equal((await alertsOf(kv, "ann")).length, 5);
  assert.equal(await sendDigests(kv, { day: "2026-11-22", now: NOON }), 1);
  assert.equal(await sendDigests(kv, { day: "2026-11-22", now: NOON }), 0);
  const digest = (await deliveries(kv))
    .map(({ message }) => message)
    .find(({ type }) => type === "alert.digest")!;
  assert.ok(digest.type === "alert.digest" && digest.data.total === 3);
  assert.ok(JSON.stringify(digest).length < 20_000);
});

Deno.test("a daily cadence sends nothing at once, and one digest a day; quiet hours hold it back", async () => {
  using kv = await Deno.openKv(":memory:");
  await addWebhook(kv, "ann", "ch_1", "https://hooks.example/a");
  const channels = [{ channel_id: "ch_1", type: "webhook" as const }];
  const profile = await addProfile(kv, "ann", {
    cadence: "daily",
    channels,
    quiet_hours: { from: "11:00", to: "15:00", time_zone: "UTC" },
  });
  const [one, two] = someListings(snapshot, 2, NOON);
  await match(kv, [one]);
  assert.deepEqual(await deliveries(kv), []);
  assert.equal(await sendDigests(kv, { day: "a", now: NOON }), 1);
  const [{ due }] = await deliveries(kv);
  assert.equal(due, NOON + 3 * 3_600_000);
  await match(kv, [one, two]);
  assert.equal(await sendDigests(kv, { day: "a", now: NOON + 1_000 }), 0);
  assert.equal(await sendDigests(kv, { day: "b", now: NOON + 86_400_000 }), 1);
  assert.equal(profile.cadence, "daily");
});

Deno.test("a weekly cadence sends one digest in seven days", async () => {
  using kv = await Deno.openKv(":memory:");
  await addWebhook(kv, "ann", "ch_1", "https://hooks.example/a");
  const channels = [{ channel_id: "ch_1", type: "webhook" as const }];
  await addProfile(kv, "ann", { cadence: "weekly", channels });
  const listings = someListings(snapshot, 3, NOON);
  const digestAfter = async (days: number, count: number) => {
    const now = NOON + days * 86_400_000;
    await match(kv, listings.slice(0, count), now);
    return await sendDigests(kv, { day: `day ${days}`, now });
  };
  assert.equal(await digestAfter(0, 1), 1);
  assert.equal(await digestAfter(1, 2), 0);
  assert.equal(await digestAfter(6, 2), 0);
  assert.equal(await digestAfter(7, 3), 1);
});
