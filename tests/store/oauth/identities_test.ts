import assert from "node:assert/strict";
import {
  admitIdentity,
  IDENTITIES_A_DAY,
} from "../../../core/store/oauth/identities.ts";

const DAY = 86_400_000;
const NOON = 20_000.5 * DAY;

Deno.test("admitIdentity() lets a network have so many identities a day, known ones always", async () => {
  using kv = await Deno.openKv(":memory:");
  const most = IDENTITIES_A_DAY;
  for (let n = 0; n < most; n++) {
    await admitIdentity(kv, "192.0.2.1", `idn_${n}`, NOON);
  }
  const late = (network: string, now: number) =>
    admitIdentity(kv, network, "idn_late", now);
  await assert.rejects(late("192.0.2.1", NOON), { code: "access_denied" });
  await admitIdentity(kv, "192.0.2.1", "idn_0", NOON);
  await late("192.0.2.2", NOON);
  await late("192.0.2.1", NOON + DAY);
});

Deno.test("admitIdentity() counts exactly when all come at once", async () => {
  using kv = await Deno.openKv(":memory:");
  const most = IDENTITIES_A_DAY;
  const all = await Promise.allSettled(
    Array.from(
      { length: 2 * most },
      (_, n) => admitIdentity(kv, "192.0.2.1", `idn_${n}`, NOON),
    ),
  );
  const admitted = all.filter(({ status }) => status === "fulfilled");
  assert.equal(admitted.length, most);
});
