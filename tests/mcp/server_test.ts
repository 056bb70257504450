import assert from "node:assert/strict";
import { createStrategyProfile } from "../../core/operations/workspace/create_strategy_profile.ts";
import { resultOf } from "../../core/mcp/server.ts";
import { LOCAL } from "../../core/access/principal.ts";
import { listSaved } from "../../core/operations/workspace/list_saved.ts";
import { stampOf } from "../../core/service/stamp.ts";
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

Deno.test("the text of a list of saved items says how to go on", () => {
  const note = {
    note_id: "note_aaaaaaaaaaaa",
    geoid: "17031630800",
    text: "quiet street",
    created_at: "2026-11-01T12:00:00.000Z",
  };
  const page = (next: string | null) =>
    listSaved.summary({
      ...stampOf(bareSnapshot()),
      kind: "notes",
      items: [note],
      next,
    });
  assert.match(page("note_aaaaaaaaaaaa"), /after note_aaaaaaaaaaaa$/);
  assert.doesNotMatch(page(null), /More:/);
});
