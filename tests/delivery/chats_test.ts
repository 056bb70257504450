import assert from "node:assert/strict";
// @ts-types="./smtp_server.d.ts"
import { SMTPServer } from "smtp-server";
import {
  discordText,
  sendDiscord,
  sendSlack,
  slackText,
} from "../../core/delivery/chat_webhook.ts";
import { mailer } from "../../core/delivery/mail.ts";
import { messageText } from "../../core/delivery/message_text.ts";
import { outbound } from "../../core/delivery/outbound.ts";
import { formatted, telegramBot } from "../../core/delivery/telegram.ts";
import { chatWebhooksFixture } from "../../fixtures/chat/webhooks.ts";
import { telegramFixture } from "../../fixtures/chat/telegram.ts";
import { messageOf } from "./alert.ts";

/** Addresses and names that try to be markup, mentions, headers or a second message. */
const HOSTILE = [
  "<!channel> *bold* _it_ `code` & <https://evil.example|click>",
  "@everyone @here [click](https://evil.example) ||spoiler|| # head",
  "</b><script>alert(1)</script> \u202egnp.exe",
  "1 Main St\r\nBcc: all@example.com\r\n\r\nInjected",
  "🏠".repeat(3_000),
  "é".repeat(9_000),
  "\u0000\u0007 bell",
];

const LOCAL = outbound({
  networks: ["127.0.0.0/8"],
  ports: "any",
  plain: true,
});

Deno.test("formatted() keeps Telegram's limits in UTF-16 units, and cuts no character in two", () => {
  for (const hostile of HOSTILE) {
    const message = messageOf({ address: hostile, why: [hostile] });
    const { text, entities } = formatted(messageText(message));
    assert.ok(text.length <= 4_096);
    assert.ok(text.isWellFormed(), hostile.slice(0, 20));
    for (const { offset, length } of entities) {
      assert.ok(length > 0 && offset + length <= text.length);
    }
    const link = entities.find(({ type }) => type === "text_link")!;
    assert.equal(link.url, "https://twoflat.example/property/17201000010000");
    assert.equal(
      text.slice(link.offset, link.offset + link.length),
      "Open the property",
    );
  }
});

Deno.test("a Telegram bot sends text that is not read as markup, waits when told to, and sees blocks", async () => {
  await using telegram = telegramFixture({ now: () => 1e12 });
  const bot = telegramBot(telegram.token, telegram.api);
  const text = messageText(messageOf({ address: HOSTILE[0] }));
  assert.equal((await bot.send("7", text)).kind, "gone");
  await telegram.say(7, "/start abc");
  assert.deepEqual(await bot.send("7", text), {
    kind: "delivered",
    detail: "Telegram accepted it",
  });
  assert.match(telegram.messages(7)[0].text, /<!channel> \*bold\* _it_ `code`/);
  assert.deepEqual(await bot.send("7", text), {
    kind: "wait",
    ms: 1_000,
    reason: "Telegram asks to wait",
  });
  telegram.block(7);
  assert.equal((await bot.send("7", text)).kind, "gone");
  const stranger = telegramBot("0:wrong", telegram.api);
  assert.equal((await stranger.send("7", text)).kind, "failed");
});

Deno.test("a Telegram bot hears what people write, by asking", async () => {
  await using telegram = telegramFixture();
  const bot = telegramBot(telegram.token, telegram.api);
  assert.equal(await bot.username(), "twoflat_test_bot");
  await telegram.say(7, "/start one");
  const signal = new AbortController().signal;
  const [first] = await bot.updates(0, 0, signal);
  assert.deepEqual([first.chat, first.text], ["7", "/start one"]);
  const waiting = bot.updates(first.update_id + 1, 5, signal);
  await telegram.say(-100123, "/start two");
  assert.deepEqual((await waiting).map(({ chat }) => chat), ["-100123"]);
});

Deno.test("Slack and Discord get their message, within limits and without foreign markup", async () => {
  await using chats = chatWebhooksFixture();
  for (const hostile of HOSTILE) {
    const text = messageText(
      messageOf({ address: hostile, why: [hostile, hostile] }),
    );
    for (
      const [send, at] of [[sendSlack, "slack"], [
        sendDiscord,
        "discord",
      ]] as const
    ) {
      const outcome = await send(
        LOCAL,
        `${chats.origin}/${at}`,
        text,
        Date.now(),
      );
      assert.equal(outcome.kind, "delivered", `${at}: ${hostile.slice(0, 20)}`);
    }
  }
  const slack = slackText(messageText(messageOf({ address: HOSTILE[0] })));
  assert.ok(!slack.includes("<!channel>") && !slack.includes("<https://evil"));
  const discord = discordText(messageText(messageOf({ address: HOSTILE[1] })));
  assert.ok(!discord.includes("[click]("));
  assert.deepEqual(chats.discord[0].allowed_mentions, { parse: [] });
});

Deno.test("Slack and Discord make us wait on 429, and close a channel whose webhook is gone", async () => {
  await using chats = chatWebhooksFixture();
  const text = messageText(messageOf());
  for (
    const [send, at] of [[sendSlack, "slack"], [
      sendDiscord,
      "discord",
    ]] as const
  ) {
    const url = `${chats.origin}/${at}`;
    chats.slowDown();
    const outcome = await send(LOCAL, url, text, Date.now());
    assert.ok(outcome.kind === "wait" && outcome.ms === 1_000);
  }
  chats.remove();
  for (
    const [send, at] of [[sendSlack, "slack"], [
      sendDiscord,
      "discord",
    ]] as const
  ) {
    const url = `${chats.origin}/${at}`;
    assert.equal((await send(LOCAL, url, text, Date.now())).kind, "gone");
  }
});

/** A mail server that keeps what it gets, and knows no mailbox `nobody@...`. */
async function mailServer() {
  const mails: string[] = [];
  const recipients: string[][] = [];
  const server = new SMTPServer({
    name: "localhost",
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      done(
        address.startsWith("nobody@")
          ? Object.assign(new Error("no such mailbox"), { responseCode: 550 })
          : undefined,
      );
    },
    onData(stream, { envelope }, done) {
      let text = "";
      stream.on("data", (chunk: Uint8Array) => {
        text += new TextDecoder().decode(chunk);
      });
      stream.on("end", () => {
        mails.push(text);
        recipients.push(envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address();
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    recipients,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

Deno.test("mail goes to one recipient, whatever an address or a name holds", async () => {
  await using server = await mailServer();
  const mail = mailer(server.url, "alerts@twoflat.example");
  for (const hostile of HOSTILE) {
    const text = messageText(messageOf({ address: hostile }));
    const outcome = await mail.send("ann@example.com", "msg_1", text);
    assert.equal(outcome.kind, "delivered", hostile.slice(0, 20));
  }
  for (const [i, recipients] of server.recipients.entries()) {
    assert.deepEqual(recipients, ["ann@example.com"]);
    assert.doesNotMatch(server.mails[i], /^Bcc:/mi);
    assert.match(server.mails[i], /^Message-ID: <msg_1@twoflat>/mi);
  }
});

Deno.test("verify() tells whether the mail server answers", async () => {
  const server = await mailServer();
  await mailer(server.url, "alerts@example.com").verify();
  assert.deepEqual(server.mails, []);
  await server[Symbol.asyncDispose]();
  await assert.rejects(
    mailer(server.url, "alerts@example.com").verify(),
    /ECONNREFUSED/,
  );
});

Deno.test("mail to a mailbox that does not exist closes the channel; a server that is away does not", async () => {
  await using server = await mailServer();
  const text = messageText(messageOf());
  const from = "alerts@twoflat.example";
  assert.equal(
    (await mailer(server.url, from).send("nobody@example.com", "m", text)).kind,
    "gone",
  );
  const away = mailer("smtp://127.0.0.1:9", from);
  assert.equal((await away.send("ann@example.com", "m", text)).kind, "failed");
});
