import assert from "node:assert/strict";
import { z } from "zod";
import { stampFields } from "../../contracts/envelope.ts";
import { ENDPOINTS } from "../../contracts/openapi.ts";
import {
  RISK_METHOD,
  SCORING_METHOD,
  VALUATION_METHOD,
} from "../../contracts/version.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { realApp, WRITE_SECRET } from "../../harness/access.ts";
import { request } from "../../harness/app.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";

const Stamp = z.object(stampFields);

const snapshot = await demoSnapshot();

function demoApp() {
  return realApp({
    registry: compileRegistry(OPERATIONS),
    snapshot,
    today: () => dayOf(DEMO_DAY),
    writeSecret: WRITE_SECRET,
  });
}

Deno.test("every JSON answer below /api has a stamp, contracts about contracts apart", () => {
  let checked = 0;
  for (const { path, media, answer, tag } of ENDPOINTS) {
    if (!path.startsWith("/api/") || media !== undefined) continue;
    if (tag === "contracts" && answer === undefined) continue;
    assert.ok(answer instanceof z.ZodObject, path);
    for (const field of Object.keys(stampFields)) {
      assert.ok(field in answer.shape, `${path} lacks ${field}`);
    }
    checked++;
  }
  assert.ok(checked > 10);
  for (const { contract: { name, output } } of OPERATIONS) {
    for (const field of Object.keys(stampFields)) {
      assert.ok(field in output.shape, `${name} lacks ${field}`);
    }
  }
});

Deno.test("keys, usage, audit, the catalog and health answer with their stamp", async () => {
  await using real = await demoApp();
  const key = await real.issue({ scopes: "read,write-state" });
  const operator = { authorization: `Bearer ${WRITE_SECRET}` };
  const owner = { authorization: `Bearer ${key}` };
  for (
    const [path, headers] of [
      ["/api/keys", operator],
      [`/api/keys/${key.slice(4, 12)}/usage`, operator],
      ["/api/me/usage", owner],
      ["/api/me/audit", owner],
      ["/api/me/keys", owner],
      ["/api/mcp-tools", {}],
      ["/api/health", {}],
    ] as const
  ) {
    const response = await real.app.fetch(request(path, { headers }));
    assert.equal(response.status, 200, path);
    const { model_version, model_versions } = Stamp.parse(
      await response.json(),
    );
    assert.equal(model_version, model_versions.model, path);
  }
});

Deno.test("a stamp names every model whose number the answer shows", async () => {
  await using real = await demoApp();
  const key = await real.issue({ scopes: "read,underwrite" });
  const model = async (path: string) => {
    const response = await real.app.fetch(
      request(path, { headers: { authorization: `Bearer ${key}` } }),
    );
    return Stamp.parse(await response.json()).model_version;
  };
  const hash = snapshot.id.slice(0, 12);
  const { property_id } = snapshot.tables.parcels;
  assert.equal(
    await model("/api/listings?limit=5"),
    `${SCORING_METHOD}+${RISK_METHOD}+${VALUATION_METHOD}+${hash}`,
  );
  assert.equal(
    await model(`/api/risk/${property_id.at(0)}`),
    `${RISK_METHOD}+${VALUATION_METHOD}+${hash}`,
  );
  assert.equal(
    await model(`/api/comps/${property_id.at(0)}`),
    `${VALUATION_METHOD}+${hash}`,
  );
});
