import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { Webhook as Svix } from "svix";
import type { Event } from "../../contracts/events.ts";
import { signingKey } from "../../core/delivery/signature.ts";
import { telegramBot } from "../../core/delivery/telegram.ts";
import { outboxWorker } from "../../core/jobs/outbox_worker.ts";
import { listChannels } from "../../core/store/delivery/channels.ts";
import { listDead, replay } from "../../core/store/delivery/dead_letters.ts";
import { readEvents } from "../../core/store/events/log.ts";
import { putChannel } from "../../core/store/delivery/channels.ts";
import { transact } from "../../core/store/transact.ts";
import { telegramFixture } from "../../fixtures/chat/telegram.ts";
import { STORES } from "../../harness/stores.ts";
import { messageOf } from "../delivery/alert.ts";
import {
  addWebhook,
  findDelivery,
  localSender,
  send,
  until,
} from "./outbox.ts";
import { webhookReceiver } from "./webhook_receiver.ts";

const QUICK = { pollMs: 20, delays: [10, 20, 30] };

const HOUR = 3_600_000;

const kindsOf = (events: readonly Event[]) => events.map(({ kind }) => kind);

for (const { name, start } of STORES) {
  Deno.test(`a webhook arrives once, signed, and its event is written, in ${name}`, async () => {
    await using store = await start();
    const kv = await store.open();
    const secrets = new Map<string, string>();
    await using receiver = webhookReceiver((path) => secrets.get(path));
    const channel = await addWebhook(kv, "ann", "ch_1", `${receiver.origin}/a`);
    secrets.set("/a", channel.keys[0].secret);
    await send(kv, channel, "msg_1", messageOf());
    const worker = outboxWorker(kv, localSender(), QUICK);
    await until(async () =>
      (await findDelivery(kv, "msg_1"))?.state === "delivered"
    );
    await worker.stop();
    assert.equal(receiver.unverified(), 0);
    assert.deepEqual(receiver.received.map(({ id }) => id), ["msg_1"]);
    const [event] = await readEvents(kv, "ann", 0, 10);
    assert.deepEqual([event.kind, event.data], ["alert_delivered", {
      delivery_id: "msg_1",
      alert_ids: ["alr_1"],
      channel: { channel_id: "ch_1", type: "webhook" },
      attempts: 1,
    }]);
  });
}

Deno.test("a message dies after four attempts with one id and fresh timestamps, and a replay delivers it", async () => {
  using kv = await Deno.openKv(":memory:");
  let fails = true;
  await using receiver = webhookReceiver(
    () => undefined,
    () => fails ? 500 : 200,
  );
  const channel = await addWebhook(kv, "ann", "ch_1", `${receiver.origin}/a`);
  await send(kv, channel, "msg_1", messageOf());
  const worker = outboxWorker(kv, localSender(), {
    ...QUICK,
    delays: [10, 1_100, 30],
  });
  await until(async () => (await listDead(kv, "ann")).length === 1);
  assert.deepEqual(
    receiver.received.map(({ id }) => id),
    Array(4).fill("msg_1"),
  );
  const times = receiver.received.map(({ timestamp }) => timestamp);
  assert.ok(times[3] > times[0], "a retry has a new timestamp");
  const [letter] = await listDead(kv);
  assert.deepEqual([letter.owner, letter.attempts, letter.reason], [
    "ann",
    4,
    "it answered 500",
  ]);
  assert.equal(await replay(kv, "bob", "msg_1", Date.now()), false);
  fails = false;
  assert.equal(await replay(kv, "ann", "msg_1", Date.now()), true);
  await until(async () =>
    (await findDelivery(kv, "msg_1"))?.state === "delivered"
  );
  await worker.stop();
  assert.deepEqual(await listDead(kv), []);
  assert.deepEqual(kindsOf(await readEvents(kv, "ann", 0, 10)), [
    "alert_dead_lettered",
    "alert_delivered",
  ]);
});

Deno.test("410 switches a channel off, tells the owner's log and another channel", async () => {
  using kv = await Deno.openKv(":memory:");
  await using receiver = webhookReceiver(
    () => undefined,
    (path) => path === "/gone" ? 410 : 200,
  );
  const gone = await addWebhook(kv, "ann", "ch_1", `${receiver.origin}/gone`);
  await addWebhook(kv, "ann", "ch_2", `${receiver.origin}/good`);
  await send(kv, gone, "msg_1", messageOf());
  // Due in an hour, which passes when the channel is off.
  let ahead = 0;
  await send(kv, gone, "msg_2", messageOf(), Date.now() + HOUR);
  const now = () => Date.now() + ahead;
  const worker = outboxWorker(kv, localSender(), { ...QUICK, now });
  await until(async () => (await listDead(kv, "ann")).length === 1);
  ahead = HOUR;
  await until(async () => (await listDead(kv, "ann")).length === 2);
  await until(() => receiver.received.some(({ path }) => path === "/good"));
  await worker.stop();
  const [channel] = await listChannels(kv, "ann");
  assert.deepEqual([channel.state, channel.reason], [
    "disabled",
    "it answered 410 Gone",
  ]);
  const paths = receiver.received.map(({ path }) => path);
  assert.deepEqual(paths.filter((path) => path === "/gone").length, 1);
  assert.deepEqual(
    receiver.received.find(({ path }) => path === "/good")?.data,
    {
      channel_id: "ch_1",
      type: "webhook",
      reason: "it answered 410 Gone",
    },
  );
  assert.deepEqual(kindsOf(await readEvents(kv, "ann", 0, 3)), [
    "alert_dead_lettered",
    "channel_disabled",
    "alert_dead_lettered",
  ]);
});

Deno.test("a channel that failed for five days is switched off", async () => {
  using kv = await Deno.openKv(":memory:");
  await using receiver = webhookReceiver(() => undefined, () => 500);
  const channel = await addWebhook(kv, "ann", "ch_1", `${receiver.origin}/a`, {
    failingSince: Date.now() - 5 * 86_400_000,
  });
  await send(kv, channel, "msg_1", messageOf());
  const worker = outboxWorker(kv, localSender(), QUICK);
  await until(async () =>
    (await listChannels(kv, "ann"))[0].state === "disabled"
  );
  await worker.stop();
});

Deno.test("a receiver that hangs delays no other", async () => {
  using kv = await Deno.openKv(":memory:");
  const hanging = Promise.withResolvers<Response>();
  await using receiver = webhookReceiver(
    () => undefined,
    (path) => path === "/hangs" ? hanging.promise : 200,
  );
  const hangs = await addWebhook(kv, "ann", "ch_1", `${receiver.origin}/hangs`);
  const good = await addWebhook(kv, "bob", "ch_2", `${receiver.origin}/good`);
  for (let n = 0; n < 200; n++) {
    await send(kv, hangs, `msg_h${n}`, messageOf(), 1);
  }
  await send(kv, good, "msg_good", messageOf());
  const worker = outboxWorker(kv, localSender(), QUICK);
  await until(() => receiver.received.some(({ path }) => path === "/good"));
  // It came before any attempt at the other had ended.
  for (let n = 0; n < 200; n++) {
    assert.equal((await findDelivery(kv, `msg_h${n}`))?.attempts, 0);
  }
  hanging.resolve(new Response());
  await worker.stop();
});

Deno.test("429 with Retry-After lets a channel rest, and what is due for it waits", async () => {
  using kv = await Deno.openKv(":memory:");
  /** When each request came. */
  const came: number[] = [];
  await using receiver = webhookReceiver(
    () => undefined,
    () =>
      came.push(Date.now()) === 1
        ? Promise.resolve(
          new Response(null, { status: 429, headers: { "retry-after": "1" } }),
        )
        : 200,
  );
  const channel = await addWebhook(kv, "ann", "ch_1", `${receiver.origin}/a`);
  await send(kv, channel, "msg_1", messageOf());
  const worker = outboxWorker(kv, localSender(), QUICK);
  await until(async () => (await listChannels(kv, "ann"))[0].last !== null);
  await send(kv, channel, "msg_2", messageOf());
  await until(() => came.length === 3);
  await worker.stop();
  assert.ok(came[1] - came[0] >= 990, "it rested for a second");
});

Deno.test("no webhook fails with either secret while a rotation overlaps, under load", async () => {
  using kv = await Deno.openKv(":memory:");
  const [old, current] = [signingKey("v1"), signingKey("v1")];
  let failures = 0;
  const seen = new Set<string>();
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const body = await request.text();
      const headers = Object.fromEntries(request.headers);
      // Half of the receiver still has the old secret.
      const id = headers["webhook-id"];
      const secret = Number(id.slice(4)) % 2 ? old.secret : current.secret;
      const Library = Number(id.slice(4)) % 3 ? Webhook : Svix;
      try {
        new Library(rotated ? secret : old.secret).verify(body, headers);
        seen.add(id);
        return new Response();
      } catch {
        failures++;
        return new Response(null, { status: 401 });
      }
    },
  );
  let rotated = false;
  const url = `http://127.0.0.1:${server.addr.port}/`;
  const channel = await addWebhook(kv, "ann", "ch_1", url, { keys: [old] });
  const worker = outboxWorker(kv, localSender(), QUICK);
  for (let n = 0; n < 300; n++) {
    if (n === 100) {
      await until(() => seen.size === 100);
      await transact(kv, ["test"], (tx) =>
        putChannel(tx, {
          ...channel,
          keys: [current, { ...old, until: Date.now() + 60_000 }],
        }));
      rotated = true;
    }
    await send(kv, channel, `msg_${n}`, messageOf());
  }
  await until(() => seen.size === 300);
  await worker.stop();
  assert.equal(failures, 0);
});

Deno.test("Telegram's 429 is waited for and costs no attempt; a block switches the channel off", async () => {
  using kv = await Deno.openKv(":memory:");
  await using telegram = telegramFixture();
  await telegram.say(7, "/start");
  const bot = telegramBot(telegram.token, telegram.api);
  const channel = await addWebhook(kv, "ann", "ch_1", "7", {
    type: "telegram",
    keys: [],
  });
  const worker = outboxWorker(kv, localSender({ telegram: bot }), QUICK);
  for (let n = 0; n < 3; n++) await send(kv, channel, `msg_${n}`, messageOf());
  await until(() => telegram.messages(7).length === 3);
  await until(async () =>
    (await findDelivery(kv, "msg_2"))?.state === "delivered"
  );
  for (let n = 0; n < 3; n++) {
    assert.equal((await findDelivery(kv, `msg_${n}`))?.attempts, 1);
  }
  telegram.block(7);
  await send(kv, channel, "msg_3", messageOf());
  await until(async () =>
    (await listChannels(kv, "ann"))[0].state === "disabled"
  );
  await worker.stop();
});
