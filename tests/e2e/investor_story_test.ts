/** From a profile to the alert on the phone, over everything in between: one server, real sockets. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { Webhook as Svix } from "svix";
import type { Alert } from "../../contracts/alerts.ts";
import { dayOf, isoOf } from "../../core/engine/snapshot.ts";
import { telegramFixture } from "../../fixtures/chat/telegram.ts";
import { ResoDatabase } from "../../fixtures/reso/database.ts";
import { ResoServer } from "../../fixtures/reso/server.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import { WRITE_SECRET } from "../../harness/access.ts";
import { startServer } from "../../harness/server_process.ts";
import { issueKey } from "../../core/store/keys/keys.ts";
import { IssueKey } from "../../contracts/keys.ts";
import { tlsServer } from "../delivery/tls_server.ts";
import { NOON, someListings } from "../jobs/alerts/listings.ts";
import { until } from "../jobs/outbox.ts";

Deno.test("an investor's story: a profile over MCP, a listing from the feed, the daily run, a verified webhook, a chat message, the map, one set of numbers", async () => {
  const snapshot = await demoSnapshot();
  const [home] = someListings(snapshot, 1, NOON);
  const received: {
    readonly body: string;
    readonly headers: Record<string, string>;
  }[] = [];
  await using receiver = await tlsServer("127.0.0.1", async (request) => {
    received.push({
      body: await request.text(),
      headers: Object.fromEntries(request.headers),
    });
    return new Response(null, { status: 204 });
  });
  await using telegram = telegramFixture();
  const database = new ResoDatabase(dayOf(DEMO_DAY) * 86_400_000);
  const client = { id: "demo", secret: "a secret" };
  await using feed = await ResoServer.start(database, { client });
  const dir = await Deno.makeTempDir();
  await Deno.writeTextFile(`${dir}/ca.pem`, receiver.ca);
  await Deno.writeTextFile(
    `${dir}/feeds.json`,
    JSON.stringify([{
      name: "demo",
      url: feed.url,
      license: "made up",
      every_seconds: 2,
      auth: {
        type: "client_credentials",
        token_url: feed.tokenUrl,
        client_id: client.id,
        client_secret_env: "DEMO_FEED_SECRET",
      },
    }]),
  );
  const { key } = await (async () => {
    using kv = await Deno.openKv(`${dir}/twoflat.kv`);
    return await issueKey(
      kv,
      IssueKey.parse({
        email: "ann@example.com",
        scopes: "read,underwrite,write-state,webhooks",
        rpm_limit: 10_000,
      }),
      Date.now(),
    );
  })();
  const server = startServer({
    TWOFLAT_SNAPSHOT: snapshot.dir,
    TWOFLAT_TODAY: DEMO_DAY,
    TWOFLAT_DATA_DIR: dir,
    TWOFLAT_PORT: "0",
    TWOFLAT_FEEDS: `${dir}/feeds.json`,
    TWOFLAT_WRITE_SECRET: WRITE_SECRET,
    TWOFLAT_OUTBOUND_NETWORKS: "127.0.0.0/8",
    TWOFLAT_OUTBOUND_PORTS: String(receiver.port),
    TWOFLAT_OUTBOUND_CA: `${dir}/ca.pem`,
    TWOFLAT_TELEGRAM_TOKEN: telegram.token,
    TWOFLAT_TELEGRAM_API: telegram.api,
    DEMO_FEED_SECRET: client.secret,
  });
  try {
    const url = await server.url;
    const call = async (path: string, body?: unknown, secret = key) => {
      const response = await fetch(`${url}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          authorization: `Bearer ${secret}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2025-11-25",
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await response.text();
      assert.equal(response.status, 200, text);
      const event = text.split("\n").find((line) => line.startsWith("data: {"));
      return JSON.parse(event?.slice(6) ?? text);
    };

    // Ann's agent makes a profile, and she opens the link it shows.
    const { result } = await call("/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "create_strategy_profile",
        arguments: {
          name: "any home",
          strategy: "hold",
          max_price: Math.ceil(home.listPrice) + 1,
          channels: [
            {
              type: "webhook",
              url: `https://127.0.0.1:${receiver.port}/alerts`,
            },
            { type: "telegram" },
          ],
        },
      },
    });
    assert.ok(!result.isError, JSON.stringify(result));
    const [webhook, chat] = result.structuredContent.channels;
    await telegram.say(7, `/start ${chat.link_token}`);
    await until(() => telegram.messages(7).length === 1);

    // A listing of a home comes by the feed.
    database.put("NEW1", {
      ListingId: "NEW1",
      OriginatingSystemName: "demo",
      StandardStatus: "Active",
      ListPrice: home.listPrice,
      OnMarketDate: isoOf(dayOf(DEMO_DAY)),
      ParcelNumber: home.pin,
      UnparsedAddress: home.address,
      City: home.city,
      StateOrProvince: "IL",
      Latitude: home.lat,
      Longitude: home.lon,
      PropertyType: "Residential",
      InternetEntireListingDisplayYN: true,
      InternetAddressDisplayYN: true,
    });
    const listed = async () =>
      (await call("/api/listings?strategy=hold")).listings.find(
        (each: { readonly listing_id: string }) =>
          each.listing_id === "demo:NEW1",
      );
    await until(async () => await listed() !== undefined);

    // The daily run scores it and raises the alert.
    await until(async () => {
      const answer = await fetch(`${url}/api/run-listings`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${WRITE_SECRET}`,
          "content-type": "application/json",
        },
        body: "{}",
      });
      const run = await answer.json();
      // From 13:00 UTC on the server begins its own run each minute until there was one.
      if (answer.status === 409) return false;
      assert.equal(answer.status, 200, JSON.stringify(run));
      assert.equal(run.failures, 0, JSON.stringify(run.steps));
      return true;
    });
    await until(() => received.length > 0 && telegram.messages(7).length === 2);

    // The webhook verifies with two libraries, and came once.
    assert.equal(received.length, 1);
    const [{ body, headers }] = received;
    new Webhook(webhook.secret).verify(body, headers);
    new Svix(webhook.secret).verify(body, headers);
    const { type, data }: { readonly type: string; readonly data: Alert } = JSON
      .parse(body);
    assert.deepEqual([type, data.reason, data.property_id], [
      "alert.raised",
      "new",
      home.pin,
    ]);

    // The chat, the list, the comps and the map say the same.
    const { text } = telegram.messages(7)[1];
    const dollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;
    assert.ok(text.includes(`Asked ${dollars(data.list_price)}`), text);
    if (data.range) {
      assert.ok(
        text.includes(
          `${dollars(data.range.low)} to ${dollars(data.range.high)}`,
        ),
        text,
      );
    }
    const item = await listed();
    assert.deepEqual(
      [data.list_price, data.score, data.confidence, data.read.verdict],
      [item.list_price, item.deal_score, item.confidence, item.verdict],
    );
    const comps = await call(`/api/comps/${home.pin}`);
    assert.equal(data.valuation_id, comps.valuation_id);
    const range = comps.arv ?? comps.fallback;
    assert.deepEqual(
      data.range && [data.range.low, data.range.high],
      range &&
        [range.conservative ?? range.low, range.aggressive ?? range.high],
    );
    const pins = await call("/api/map-pins?zoom=14");
    assert.ok(JSON.stringify(pins).includes("demo:NEW1"), "the map shows it");
    const state = await call("/api/state", undefined, WRITE_SECRET);
    assert.deepEqual(
      [
        state.runs.last.failures,
        state.dead_letters.count,
        state.profiles.active,
      ],
      [0, 0, 1],
    );
  } finally {
    server.child.kill("SIGKILL");
    await server.ended;
    await Deno.remove(dir, { recursive: true });
  }
});
