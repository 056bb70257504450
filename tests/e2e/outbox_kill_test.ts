import assert from "node:assert/strict";
import { listDead } from "../../core/store/delivery/dead_letters.ts";
import { readEvents } from "../../core/store/events/log.ts";
import { STORES } from "../../harness/stores.ts";
import { messageOf } from "../delivery/alert.ts";
import { addWebhook, findDelivery, send, until } from "../jobs/outbox.ts";
import { webhookReceiver } from "../jobs/webhook_receiver.ts";

/** The full measure is `DELIVERIES=1000 KILLS=50`. */
const DELIVERIES = Number(Deno.env.get("DELIVERIES") ?? 150);
const KILLS = Number(Deno.env.get("KILLS") ?? 6);
/** Receivers, so that many attempts are under way at once. */
const CHANNELS = 10;

/** Starts a process that works the outbox; resolves when it does. */
async function startWorker(store: string, workers: number) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "-P=test",
      import.meta.resolve("./outbox_process.ts"),
      store,
      String(workers),
    ],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  return {
    async kill() {
      child.kill("SIGKILL");
      await child.status;
      await reader.cancel();
    },
  };
}

/** What is tried: two workers in one process on a file, and two servers on a database they share. */
const SETUPS = STORES.filter(({ shared }) => shared).map((store) => ({
  ...store,
  processes: store.name === "a file" ? 1 : 2,
  workers: store.name === "a file" ? 2 : 1,
}));

for (const { name, start, processes, workers } of SETUPS) {
  Deno.test(`killed ${KILLS} times in ${DELIVERIES} deliveries: each one delivered or dead, with one id, in ${name}`, async () => {
    await using store = await start();
    const kv = await store.open();
    const secrets = new Map<string, string>();
    const failedOnce = new Set<string>();
    /** Every tenth message fails at first; one receiver always does. */
    const statusOf = (path: string, id: string) => {
      if (path === "/0") return 500;
      if (!/[05]$/.test(id) || Number(id.slice(4)) % 20 > 9) return 204;
      const isFirst = !failedOnce.has(id);
      failedOnce.add(id);
      return isFirst ? 503 : 204;
    };
    await using receiver = webhookReceiver(
      (path) => secrets.get(path),
      statusOf,
    );
    const channels = await Promise.all(
      Array.from({ length: CHANNELS }, async (_, n) => {
        const channel = await addWebhook(
          kv,
          `owner${n}`,
          `ch_${n}`,
          `${receiver.origin}/${n}`,
        );
        secrets.set(`/${n}`, channel.keys[0].secret);
        return channel;
      }),
    );
    const ids = Array.from({ length: DELIVERIES }, (_, n) => `msg_${n}`);
    const running = await Promise.all(
      Array.from({ length: processes }, () => startWorker(store.url, workers)),
    );
    const feeding = (async () => {
      for (const [n, id] of ids.entries()) {
        // Spread over all the kills, so that each one hits work under way.
        await send(kv, channels[n % CHANNELS], id, messageOf({ alert_id: id }));
        if (n % 20 === 19) {
          await until(() => killed >= Math.floor(n / DELIVERIES * KILLS));
        }
      }
    })();
    let killed = 0;
    for (; killed < KILLS; killed++) {
      await new Promise((resolve) =>
        setTimeout(resolve, 100 + (killed * 37) % 150)
      );
      const at = killed % processes;
      await running[at].kill();
      running[at] = await startWorker(store.url, workers);
    }
    await feeding;
    const states = new Map<string, string>();
    await until(async () => {
      for (const id of ids) {
        if (states.has(id)) continue;
        const { state } = (await findDelivery(kv, id))!;
        if (state === "pending") return false;
        states.set(id, state);
      }
      return true;
    });
    for (const each of running) await each.kill();

    const delivered = [...states.values()].filter((state) =>
      state === "delivered"
    );
    const dead = await listDead(kv);
    assert.equal(delivered.length + dead.length, DELIVERIES);
    assert.equal(
      dead.length,
      DELIVERIES / CHANNELS,
      "only the broken receiver's died",
    );
    assert.equal(receiver.unverified(), 0);
    assert.deepEqual(
      new Set(receiver.received.map(({ id }) => id)),
      new Set(ids),
    );
    const latest = new Map<string, number>();
    for (const { id, timestamp } of receiver.received) {
      assert.ok(timestamp >= (latest.get(id) ?? 0), "a retry is not older");
      latest.set(id, timestamp);
    }
    for (const [n, { owner }] of channels.entries()) {
      const told = (await readEvents(kv, owner, 0, DELIVERIES)).map((
        { data },
      ) => (data as { readonly delivery_id: string }).delivery_id);
      const own = ids.filter((_, i) => i % CHANNELS === n);
      assert.deepEqual(told.sort(), own.sort(), "one event for each");
    }
  });
}
