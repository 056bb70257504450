import { setTimeout as delay } from "node:timers/promises";
import { nanoid } from "nanoid";
import type { TelegramBot } from "../delivery/telegram.ts";
import type { Channels } from "../service/channels.ts";
import { transact } from "../store/transact.ts";

/** Which server asks Telegram, and how far it has come. */
interface Position {
  readonly holder: string;
  /** Epoch milliseconds. */
  readonly until: number;
  readonly offset: number;
}

const KEY: Deno.KvKey = ["telegram", "updates"];
/** How long one server asks alone without renewing, milliseconds. */
const LEASE = 60_000;
/** How long one question waits for an update, seconds. */
const WAIT = 25;
/** Pause before another try, milliseconds. */
const PAUSE = 5_000;

/** Asks Telegram for what people write to the bot, from one server at a time, until aborted. */
export async function followTelegram(
  kv: Deno.Kv,
  bot: TelegramBot,
  channels: Pick<Channels, "receive">,
  { signal, onError }: {
    readonly signal: AbortSignal;
    readonly onError: (error: unknown) => void;
  },
): Promise<void> {
  const holder = nanoid(12);
  /** Takes or renews the lease; null while another server has it. */
  const hold = (offset?: number) =>
    transact(kv, KEY, async (tx) => {
      const known = await tx.get<Position>(KEY);
      const now = Date.now();
      if (known && known.holder !== holder && known.until > now) return null;
      const from = offset ?? known?.offset ?? 0;
      tx.set(
        KEY,
        { holder, until: now + LEASE, offset: from } satisfies Position,
      );
      return from;
    });
  const pause = () => delay(PAUSE, undefined, { signal }).catch(() => {});
  while (!signal.aborted) {
    try {
      const offset = await hold();
      if (offset === null) {
        await pause();
        continue;
      }
      for (const update of await bot.updates(offset, WAIT, signal)) {
        await channels.receive(update);
        await hold(update.update_id + 1);
      }
    } catch (error) {
      if (signal.aborted) return;
      onError(error);
      await pause();
    }
  }
}
