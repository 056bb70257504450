import assert from "node:assert/strict";
import { createStrategyProfile } from "../../core/operations/workspace/create_strategy_profile.ts";
import { resultOf } from "../../core/mcp/server.ts";
import { LOCAL } from "../../core/access/principal.ts";
import { serve } from "../../core/service/serve.ts";
import { savedOf } from "../../core/store/saved/saved.ts";
import { bareSnapshot } from "../../harness/sample.ts";

Deno.test("the text of a result says when there is no sale to date it by", async () => {
  using kv = await Deno.openKv(":memory:");
  const answer = await serve(
    createStrategyProfile,
    {
      snapshot: bareSnapshot(),
      today: 20_000,
      principal: LOCAL,
      saved: savedOf(kv, "o", "o"),
    },
    { name: "Flats", strategy: "brrrr" },
  );
  const [said] = resultOf(createStrategyProfile, answer).content;
  assert(said.type === "text");
  assert.match(
    said.text,
    /^Created the profile pro_\S+ \(event 1\): brrrr alerts on the account\'s event stream only, as it has no channel\.\nThe data hold no valid sale\.$/,
  );
});
