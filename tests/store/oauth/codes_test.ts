import assert from "node:assert/strict";
import { hash } from "node:crypto";
import {
  type Approval,
  issueCode,
  redeemCode,
} from "../../../core/store/oauth/codes.ts";
import { readAccess } from "../../../core/store/oauth/grants.ts";

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

Deno.test("redeemCode() gives tokens once over two connections to one file", async () => {
  const directory = await Deno.makeTempDir();
  const path = `${directory}/store.kv`;
  {
    using one = await Deno.openKv(path);
    using other = await Deno.openKv(path);
    for (let round = 0; round < 5; round++) {
      const code = await issueCode(one, APPROVAL, NOW);
      const all = await Promise.allSettled(
        Array.from(
          { length: 8 },
          (_, n) =>
            redeemCode(n % 2 ? one : other, code, {
              client: "client",
              verifier: VERIFIER,
              covers: () => true,
            }, NOW),
        ),
      );
      const won = all.filter((each) => each.status === "fulfilled");
      assert.equal(won.length, 1);
      // The seven others were replays: what the one got has ended.
      assert.equal(await readAccess(one, won[0].value.access, NOW), null);
    }
  }
  await Deno.remove(directory, { recursive: true });
});
