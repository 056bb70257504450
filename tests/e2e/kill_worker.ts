/**
 * Issues, rotates and revokes keys and notes calls until it is killed; says each thing when it
 * has been acknowledged, a line each. Argument: store.
 */
import { IssueKey } from "../../contracts/keys.ts";
import { journal } from "../../core/store/metering/journal.ts";
import { issueKey, revokeKey, rotateKey } from "../../core/store/keys/keys.ts";

const kv = await Deno.openKv(Deno.args[0]);
const uses = journal(kv);
const say = (...words: string[]) =>
  Deno.stdout.writeSync(new TextEncoder().encode(`${words.join(" ")}\n`));
for (let n = 0;; n++) {
  const input = IssueKey.parse({ email: `u${n % 7}@example.com` });
  const { id } = await issueKey(kv, input, Date.now());
  say("issued", id);
  for (let call = 0; call < 5; call++) {
    const request_id = crypto.randomUUID();
    uses.note({
      account: id,
      units: 3,
      tool: "deep_underwrite_asset",
      transport: "mcp",
      address: "192.0.2.1",
      outcome: "ok",
      request_id,
    });
    say("noted", request_id);
  }
  if (n % 3 === 0) await rotateKey(kv, id, 60, Date.now());
  if (n % 2 === 0) {
    await revokeKey(kv, id, Date.now());
    say("revoked", id);
  }
}
