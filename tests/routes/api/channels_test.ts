import assert from "node:assert/strict";
import type { ChannelSetup, ChannelView } from "../../../contracts/alerts.ts";
import { openAccess } from "../../../core/access/access.ts";
import { keysIn } from "../../../core/access/keys.ts";
import { telegramBot } from "../../../core/delivery/telegram.ts";
import { outboxWorker } from "../../../core/jobs/outbox_worker.ts";
import { channelsIn } from "../../../core/jobs/channels.ts";
import { OPERATIONS } from "../../../core/operations/mod.ts";
import { compileRegistry } from "../../../core/service/registry.ts";
import { savedItems } from "../../../core/service/workspace.ts";
import type { StoredChannel } from "../../../core/store/delivery/channels.ts";
import { telegramFixture } from "../../../fixtures/chat/telegram.ts";
import { post, problemOf, request, sampleApp } from "../../../harness/app.ts";
import { findDelivery, localSender, until } from "../../jobs/outbox.ts";
import { webhookReceiver } from "../../jobs/webhook_receiver.ts";

const SECRET = "what-telegram-sends-along";

/** A server whose channels are real, with two keys of different owners. */
async function service() {
  const kv = await Deno.openKv(":memory:");
  const telegram = telegramFixture();
  const bot = telegramBot(telegram.token, telegram.api);
  const mails: { readonly to: string; readonly link: string | null }[] = [];
  const worker = outboxWorker(
    kv,
    localSender({
      telegram: bot,
      mail: {
        verify: () => Promise.resolve(),
        send: (to, _id, { link }) => {
          mails.push({ to, link });
          return Promise.resolve({ kind: "delivered", detail: "kept" });
        },
      },
    }),
    { pollMs: 20 },
  );
  const channels = channelsIn(kv, {
    telegram: bot,
    telegramSecret: SECRET,
    mail: true,
    publicUrl: "https://twoflat.example",
    wake: worker.wake,
  });
  const keys = keysIn(kv);
  const app = sampleApp({
    registry: compileRegistry(OPERATIONS),
    keys,
    access: openAccess(kv),
    saved: savedItems(kv),
    channels,
  });
  const issue = async (email: string) => ({
    authorization: `Bearer ${
      (await keys.issue({
        email,
        scopes: "read,write-state,webhooks",
        rpm_limit: 10_000,
      })).key
    }`,
  });
  const ann = await issue("ann@example.com");
  return {
    app,
    kv,
    telegram,
    mails,
    ann,
    bob: await issue("bob@example.com"),
    /** Makes a profile with these channels, and returns what is told of them. */
    async setUp(given: unknown[], headers = ann): Promise<ChannelSetup[]> {
      const body = { name: "n", strategy: "hold", channels: given };
      const response = await app.fetch(post("/api/me/profiles", body, headers));
      assert.equal(response.status, 200, await response.clone().text());
      return (await response.json()).channels;
    },
    async call(path: string, body: unknown = {}, headers = ann) {
      const response = await app.fetch(post(path, body, headers));
      assert.equal(response.status, 200, await response.clone().text());
      return await response.json();
    },
    async list(headers = ann): Promise<ChannelView[]> {
      const response = await app.fetch(
        request("/api/me/channels", { headers }),
      );
      return (await response.json()).channels;
    },
    async [Symbol.asyncDispose]() {
      await worker.stop();
      await app.close();
      await telegram[Symbol.asyncDispose]();
      kv.close();
    },
  };
}

Deno.test("channels are made all together or not at all, so that no secret is lost to an error", async () => {
  await using s = await service();
  const webhook = { type: "webhook", url: "https://hooks.example/a" };
  const unknownChat = { type: "telegram", link_token: "x".repeat(32) };
  const refused = await s.app.fetch(
    post("/api/me/profiles", {
      name: "n",
      strategy: "hold",
      channels: [webhook, unknownChat],
    }, s.ann),
  );
  assert.equal((await problemOf(refused)).field, "channels");
  const unknown = await s.app.fetch(
    post("/api/me/profiles", {
      profile_id: "pro_aaaaaaaaaaaa",
      channels: [webhook],
    }, s.ann),
  );
  assert.equal((await problemOf(unknown)).field, "profile_id");
  assert.deepEqual(await s.list(), []);
  const [made] = await s.setUp([webhook]);
  assert.match(made.secret!, /^whsec_/);
});

Deno.test("a webhook's secret is shown once; profiles, events and lists never hold it", async () => {
  await using s = await service();
  const webhook = { type: "webhook", url: "https://hooks.example/a" };
  const [first] = await s.setUp([webhook]);
  assert.match(first.secret!, /^whsec_/);
  const [again] = await s.setUp([webhook]);
  assert.deepEqual(again, {
    channel_id: first.channel_id,
    type: "webhook",
    state: "active",
  });
  const headers = s.ann;
  for (const path of ["/api/me/profiles", "/api/me/channels"]) {
    const text = await (await s.app.fetch(request(path, { headers }))).text();
    assert.ok(!text.includes("whsec_"), path);
  }
  assert.equal((await s.list())[0].address, "https://hooks.example/a");
  assert.deepEqual(await s.list(s.bob), []);
});

Deno.test("a rotated secret signs beside the old one, which then ends; a test message arrives", async () => {
  await using s = await service();
  await using receiver = webhookReceiver(() => undefined);
  const [{ channel_id, secret }] = await s.setUp([
    { type: "webhook", url: "https://hooks.example/a" },
  ]);
  // A receiver on this machine in place of the public one.
  const [{ key, value }] = await Array.fromAsync(
    s.kv.list<StoredChannel>({ prefix: ["channels"] }),
  );
  await s.kv.set(key, { ...value, address: `${receiver.origin}/a` });
  const rotated = await s.call(`/api/me/channels/${channel_id}/rotate`, {
    overlap_seconds: 60,
  });
  assert.notEqual(rotated.secret, secret);
  const { delivery_id } = await s.call(`/api/me/channels/${channel_id}/test`);
  await until(async () =>
    (await findDelivery(s.kv, delivery_id))?.state === "delivered"
  );
  assert.deepEqual(receiver.received[0].data, { channel_id });
  assert.equal((await s.list())[0].last?.delivered, true);
});

Deno.test("a Telegram chat is bound by the one-time token in its /start, by nothing else", async () => {
  await using s = await service();
  const [setup] = await s.setUp([{ type: "telegram" }]);
  assert.equal(setup.state, "pending");
  assert.equal(
    setup.link,
    `https://t.me/twoflat_test_bot?start=${setup.link_token}`,
  );
  const update = (chat: number, text: string, secret = SECRET) =>
    s.app.fetch(post("/hooks/telegram", {
      update_id: 1,
      message: { chat: { id: chat }, text },
    }, { "x-telegram-bot-api-secret-token": secret }));
  const start = `/start ${setup.link_token}`;
  await s.telegram.say(7, start);
  await s.telegram.say(8, start);
  assert.equal((await update(7, start, "guessed")).status, 401);
  assert.equal((await s.list())[0].state, "pending");
  assert.equal((await update(7, start)).status, 204);
  assert.equal((await update(8, start)).status, 204);
  const [{ state, address }] = await s.list();
  assert.deepEqual([state, address], ["active", "7"]);
  assert.equal(s.telegram.messages(7).length, 1);
  assert.equal(s.telegram.messages(8).length, 0);
  const { link_token } = setup;
  const [same] = await s.setUp([{ type: "telegram", link_token }]);
  assert.equal(same.channel_id, setup.channel_id);
  const body = {
    name: "n",
    strategy: "hold",
    channels: [{ type: "telegram", link_token }],
  };
  const stolen = await s.app.fetch(post("/api/me/profiles", body, s.bob));
  assert.equal((await problemOf(stolen)).field, "channels");
});

Deno.test("an e-mail address gets a link first; opening it confirms nothing, sending the form does, once", async () => {
  await using s = await service();
  const [setup] = await s.setUp([{
    type: "email",
    address: "ann@example.com",
  }]);
  assert.equal(setup.state, "pending");
  await until(() => s.mails.length === 1);
  const [{ to, link }] = s.mails;
  assert.equal(to, "ann@example.com");
  const { pathname, search, searchParams } = new URL(link!);
  const page = await s.app.fetch(request(pathname + search));
  assert.match(await page.text(), /Send alerts to this address/);
  assert.equal((await s.list())[0].state, "pending");
  const confirm = () =>
    s.app.fetch(request(pathname, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token: searchParams.get("token")! }),
    }));
  assert.match(await (await confirm()).text(), /ann@example.com/);
  assert.equal((await s.list())[0].state, "active");
  assert.equal((await confirm()).status, 400);
});

Deno.test("what is wrong with a channel is said", async () => {
  await using s = await service();
  const code = async (path: string, body: unknown) =>
    (await problemOf(await s.app.fetch(post(path, body, s.ann)))).code;
  const profile = (channel: unknown) => ({
    name: "n",
    strategy: "hold",
    channels: [channel],
  });
  for (
    const channel of [
      { type: "webhook", url: "http://hooks.example/" },
      { type: "telegram", chat_id: "12345" },
      { type: "pigeon" },
      { type: "email", address: "not an address" },
    ]
  ) {
    assert.equal(
      await code("/api/me/profiles", profile(channel)),
      "invalid_params",
    );
  }
  assert.equal(await code("/api/me/channels/ch_none/test", {}), "not_found");
  assert.equal(
    await code("/api/me/profiles", {
      name: "n",
      strategy: "hold",
      quiet_hours: { from: "22:00", to: "07:00", time_zone: "Mars/Olympus" },
    }),
    "invalid_params",
  );
  assert.equal(await code("/api/me/dead-letters/replay", {}), "invalid_params");
});
