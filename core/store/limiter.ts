import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import {
  type Bucket,
  type Grant,
  type Policy,
  spendBucket,
  spendWindow,
  WINDOW,
} from "./allowance.ts";
import { gather } from "./gather.ts";
import { transact } from "./transact.ts";

/** Whether a call may go on, and what to tell the caller. */
export interface Admission {
  readonly allowed: boolean;
  /** Calls a minute. */
  readonly limit: number;
  /** Calls left now. */
  readonly remaining: number;
  /** Milliseconds until one more call comes back; 0 when none is missing. */
  readonly wait: number;
}

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
   * addresses cannot fill the store (65,536 networks, some 20 MB), and everybody else keeps a
   * window of their own.
   */
  readonly slots?: number;
  readonly networksInSlot?: number;
  /** Epoch milliseconds, by default the clock's. */
  readonly now?: () => number;
}

/** The networks of a slot by hash; the times of their calls. */
type Slot = readonly (readonly [network: string, times: readonly number[]])[];

/** Stands for all networks that a slot does not tell apart. */
const OTHERS = "others";

/** Refused accounts and networks remembered, to refuse again without asking the store. */
const REMEMBERED = 20_000;

/** How long an untouched bucket is kept: it is full again by then. */
const BUCKET_TTL = 2 * WINDOW;

/** Limits in a store: bursts are counted together, and what is refused once is refused without asking the store again. */
export function limiter(
  kv: Deno.Kv,
  { slots = 4_096, networksInSlot = 16, now = Date.now }: LimiterOptions = {},
): Limiter {
  const account = gather<Policy, Admission>(async (id, asked) => {
    const key = ["limits", "account", id];
    const grant = await transact(kv, key, async (tx) => {
      const bucket = await tx.get<Bucket>(key) ?? undefined;
      const spent = spendBucket(bucket, asked.length, now(), asked[0]);
      if (spent.state) tx.set(key, spent.state, { expireIn: BUCKET_TTL });
      return spent;
    });
    return admissions(grant, asked);
  });

  const network = gather<Policy, Admission>(async (address, asked) => {
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
    account: rememberingRefusals(account, now),
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

function refusal(limit: number, wait: number): Admission {
  return { allowed: false, limit, remaining: 0, wait };
}

/** What each of the calls that asked together is told: the first are granted, each with one less left. */
function admissions(
  { granted, remaining, wait }: Grant<unknown>,
  asked: readonly Policy[],
): Admission[] {
  return asked.map(({ perMinute }, n) =>
    n < granted
      ? {
        allowed: true,
        limit: perMinute,
        remaining: remaining + granted - 1 - n,
        wait,
      }
      : refusal(perMinute, wait)
  );
}

function slotOf(name: string, slots: number): number {
  return Number.parseInt(hash("sha256", name).slice(0, 8), 16) % slots;
}
