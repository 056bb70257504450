import assert from "node:assert/strict";
import { Fault } from "../../../contracts/errors.ts";
import { LOCAL } from "../../../core/access/principal.ts";
import { deepUnderwriteAsset } from "../../../core/operations/property/deep_underwrite_asset.ts";
import { updateUnderwritingPreset } from "../../../core/operations/workspace/update_underwriting_preset.ts";
import { serve } from "../../../core/service/serve.ts";
import { savedItems } from "../../../core/service/workspace.ts";
import {
  SNAPSHOT,
  TODAY,
  TWO_FLAT_PIN,
} from "../../engine/underwriting/subjects.ts";

Deno.test("a preset applies by name, the default otherwise, under what the call gives, and is said", async () => {
  using kv = await Deno.openKv(":memory:");
  const saved = savedItems(kv).of({
    kind: "key",
    perMinute: 60,
    id: "key",
    owner: "owner",
    scopes: LOCAL.scopes,
  });
  assert.ok(saved);
  const context = {
    snapshot: SNAPSHOT,
    today: TODAY,
    principal: LOCAL,
    scopes: LOCAL.scopes,
    saved,
  };
  const keep = (name: string, rate: number, make_default: boolean) =>
    serve(updateUnderwritingPreset, context, {
      name,
      assumptions: { rate, vacancy: 0.1 },
      make_default,
    });
  await keep("usual", 0.06, true);
  await keep("bank", 0.07, false);
  const ask = (more: object) =>
    serve(deepUnderwriteAsset, context, {
      property_id: TWO_FLAT_PIN,
      strategy: "hold",
      custom_assumptions: { purchase_price: 200_000, vacancy: 0.04 },
      ...more,
    });
  const rateOf = async (more: object) =>
    (await ask(more)).assumptions.rate.value;
  const usual = await ask({});
  assert.deepEqual(usual.preset, { name: "usual", is_default: true });
  assert.equal(usual.assumptions.rate.value, 0.06);
  assert.equal(usual.assumptions.vacancy.value, 0.04, "the call wins");
  assert.match(deepUnderwriteAsset.summary!(usual), /preset "usual" applied/);
  assert.equal(await rateOf({ preset: "bank" }), 0.07);
  assert.equal(await rateOf({ preset: "none" }), 0.0725);
  await assert.rejects(
    keep("none", 0.05, false),
    (error) => error instanceof Fault && error.field === "name",
    "none asks for no preset",
  );
  await assert.rejects(
    ask({ preset: "other" }),
    (error) =>
      error instanceof Fault && error.field === "preset" &&
      /usual/.test(error.expected ?? ""),
  );
  const scopes = new Set(["read", "underwrite"] as const);
  const reader = {
    ...context,
    scopes,
    principal: { ...LOCAL, scopes },
  };
  const unseen = await serve(deepUnderwriteAsset, reader, {
    property_id: TWO_FLAT_PIN,
    custom_assumptions: { purchase_price: 200_000 },
  });
  assert.equal(unseen.preset, null, "presets are private");
});
