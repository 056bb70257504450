import assert from "node:assert/strict";
import { hash } from "node:crypto";
import {
  type Approval,
  issueCode,
  redeemCode,
} from "../../../core/store/oauth/codes.ts";
import { readAccess } from "../../../core/store/oauth/grants.ts";
import { STORES } from "../../../harness/stores.ts";

const VERIFIER = "v".repeat(43);
const NOW = 1_800_000_000_000;

const APPROVAL: Approval = {
  client: "client",
  subject: "idn_1",
  scopes: ["read"],
  resource: "https://twoflat.example/mcp",
  redirectUri: "https://client.example/cb",
  challenge: hash("sha256", VERIFIER, "base64url"),
};

for (const kind of STORES) {
  Deno.test(`redeemCode() gives tokens once over two handles on ${kind.name}`, async () => {
    await using store = await kind.start();
    const handles = [await store.open()];
    if (kind.shared) handles.push(await store.open());
    for (let round = 0; round < 5; round++) {
      const code = await issueCode(handles[0], APPROVAL, `form ${round}`, NOW);
      const redeem = (kv: Deno.Kv) =>
        redeemCode(kv, code, {
          client: "client",
          verifier: VERIFIER,
          audience: (granted) => granted,
        }, NOW);
      const all = await Promise.allSettled(
        Array.from(
          { length: 8 },
          (_, n) => redeem(handles[n % handles.length]),
        ),
      );
      const won = all.filter((each) => each.status === "fulfilled");
      assert.equal(won.length, 1);
      // The seven others were replays: what the one got has ended, whoever asks.
      const { access } = won[0].value;
      for (const kv of handles) {
        assert.equal(await readAccess(kv, access, NOW), null);
      }
    }
  });
}
