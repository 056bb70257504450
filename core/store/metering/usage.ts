import { DAY_MS, isoDay } from "../../../contracts/day.ts";
import type { Usage, UsageRow } from "../../../contracts/usage.ts";

/** What one server counted for a key, tool and day. Servers write rows of their own, so nothing is counted twice. */
export interface Tally {
  readonly calls: number;
  readonly units: number;
}

/** Where a server's tally is kept. `day` is an ISO date, so days are in order. */
export const tallyKey = (
  account: string,
  day: string,
  tool: string,
  writer: string,
): Deno.KvKey => ["usage", account, day, tool, writer];

/**
 * What an account used on the last days, newest first.
 *
 * @param days how many days back, today included
 * @param now epoch milliseconds
 */
export async function readUsage(
  kv: Deno.Kv,
  account: string,
  days: number,
  now: number,
): Promise<Usage> {
  const since = isoDay(now - (days - 1) * DAY_MS);
  const rows = new Map<string, UsageRow>();
  const total = { calls: 0, cost_units: 0 };
  const entries = kv.list<Tally>({
    prefix: ["usage", account],
    start: ["usage", account, since],
  });
  for await (const { key, value: { calls, units } } of entries) {
    const [day, tool] = [String(key[2]), String(key[3])];
    const at = `${day} ${tool}`;
    const row = rows.get(at) ?? { day, tool, calls: 0, cost_units: 0 };
    rows.set(at, {
      ...row,
      calls: row.calls + calls,
      cost_units: row.cost_units + units,
    });
    total.calls += calls;
    total.cost_units += units;
  }
  const usage = [...rows.values()].sort((a, b) =>
    a.day === b.day ? (a.tool < b.tool ? -1 : 1) : (a.day < b.day ? 1 : -1)
  );
  return { days, total, usage };
}
