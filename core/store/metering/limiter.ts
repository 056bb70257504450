import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { accountLimit } from "./account_limit.ts";
import { type Admission, admissions, refusal } from "./admission.ts";
import { type Policy, spendWindow, WINDOW } from "./allowance.ts";
import { batchByKey } from "../batch_by_key.ts";
import { transact } from "../transact.ts";

/** Counts calls over all servers on one store. */
export interface Limiter {
  /** One call of an account, by its token bucket. */
  account(id: string, perMinute: number): Promise<Admission>;
  /** One call from a client network, by its sliding window. */
  network(address: string, perMinute: number): Promise<Admission>;
}

/** How many client networks are told apart. */
export interface LimiterOptions {
  /**
   * Slots that client networks share out among them by hash, default 4,096, and networks that a
   * slot tells apart, default 16; those beyond are counted together. So an attacker with many
   * addresses cannot fill the store (65,536 networks, some 20 MB), and all others keep a
   * window of their own.
   */
  readonly slots?: number;
  readonly networksInSlot?: number;
  /** Epoch milliseconds, by default the clock's. */
  readonly now?: () => number;
}

/** The networks of a slot by hash; the times of their calls. */
type Slot = readonly (readonly [network: string, times: readonly number[]])[];

/** All networks of one slot. */
const OTHERS = "others";

/** Refused accounts and networks remembered, to refuse again without asking the store. */
const REMEMBERED = 20_000;

/** Limits in a store: bursts are counted together, and what is refused once is refused without asking the store again. */
export function limiter(
  kv: Deno.Kv,
  { slots = 4_096, networksInSlot = 16, now = Date.now }: LimiterOptions = {},
): Limiter {
  const network = batchByKey<Policy, Admission>(async (address, asked) => {
    const name = hash("sha256", address, "base64url").slice(0, 16);
    const key = ["limits", "network", slotOf(name, slots)];
    const grant = await transact(kv, key, async (tx) => {
      const at = now();
      const slot = (await tx.get<Slot>(key) ?? [])
        .filter(([, times]) => times[times.length - 1] > at - WINDOW);
      const known = slot.some(([each]) => each === name);
      const counted = known || slot.length < networksInSlot ? name : OTHERS;
      const times = slot.find(([each]) => each === counted)?.[1] ?? [];
      const spent = spendWindow(times, asked.length, at, asked[0]);
      if (spent.state) {
        const rest = slot.filter(([each]) => each !== counted);
        tx.set(key, [...rest, [counted, spent.state]], { expireIn: WINDOW });
      }
      return spent;
    });
    return admissions(grant, asked);
  });

  return {
    account: rememberingRefusals(accountLimit(kv, now), now),
    network: rememberingRefusals(network, now),
  };
}

/** Refuses again without asking the store: until the time it told, other servers can only have spent more. */
function rememberingRefusals(
  spend: (key: string, policy: Policy) => Promise<Admission>,
  now: () => number,
): (key: string, perMinute: number) => Promise<Admission> {
  const emptyUntil = new LRUCache<string, number>({ max: REMEMBERED });
  return async (key, perMinute) => {
    const wait = (emptyUntil.get(key) ?? 0) - now();
    if (wait > 0) return refusal(perMinute, wait);
    const admission = await spend(key, { perMinute });
    if (!admission.allowed) emptyUntil.set(key, now() + admission.wait);
    return admission;
  };
}

function slotOf(name: string, slots: number): number {
  return Number.parseInt(hash("sha256", name).slice(0, 8), 16) % slots;
}
