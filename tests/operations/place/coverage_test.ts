import assert from "node:assert/strict";
import { CoverageOutput } from "../../../contracts/coverage.ts";
import { Problem } from "../../../contracts/errors.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { coverage } from "../../../core/operations/place/coverage.ts";
import { OPERATIONS } from "../../../core/operations/mod.ts";
import { LOCAL } from "../../../core/access/principal.ts";
import { compileRegistry } from "../../../core/service/registry.ts";
import { serve } from "../../../core/service/serve.ts";
import { request, sampleApp } from "../../../harness/app.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";

const snapshot = await demoSnapshot();
const context = { snapshot, today: dayOf(DEMO_DAY), principal: LOCAL };

async function ask(input: unknown, of = snapshot) {
  const answer = await serve(coverage, { ...context, snapshot: of }, input);
  return CoverageOutput.parse(answer);
}

Deno.test("coverage lists every township and modelled type with parcels, and every gate", async () => {
  const { segments, status, calibration, disclosure, warnings } = await ask({});
  assert.equal(status, "calibrated");
  assert.deepEqual(
    [...new Set(segments.map(({ gate }) => gate))].sort(),
    ["point", "range", "suppress"],
  );
  for (
    const { segment, township, prop_type, figures, gate, reasons } of segments
  ) {
    assert.equal(segment, `${township}|${prop_type}`);
    assert.equal(gate === "point", reasons.length === 0);
    assert.equal(
      figures === null,
      reasons.some((each) => /^no test sales/.test(each)),
    );
  }
  const tested = segments.reduce(
    (n, { figures }) => n + (figures?.test_sales ?? 0),
    0,
  );
  assert.equal(calibration?.overall?.test_sales, tested);
  assert.match(disclosure, /not an appraisal.*its median error was/);
  assert.deepEqual(warnings.map(({ code }) => code), ["synthetic_data"]);
});

Deno.test("coverage narrows to a township and type", async () => {
  const { segments } = await ask({ township: "71", prop_type: "mf2_4" });
  assert.deepEqual(segments.map(({ segment }) => segment), ["71|mf2_4"]);
});

Deno.test("coverage of a snapshot that was not fitted says so and gives no figures", async () => {
  const bare = { ...snapshot, model: new Map() };
  const answer = await ask({}, bare);
  assert.equal(answer.status, "not_fitted");
  assert.equal(answer.calibration, null);
  assert.match(answer.disclosure, /No error rates are published/);
  assert(
    answer.segments.every(({ figures, best_state }) =>
      figures === null && best_state === "range-only"
    ),
  );
});

Deno.test("GET /api/coverage answers anonymous callers, and is no tool", async () => {
  const registry = compileRegistry(OPERATIONS);
  assert.equal(registry.find("coverage"), undefined);
  const app = sampleApp({ registry, snapshot, today: () => context.today });
  const response = await app.fetch(
    request("/api/coverage?township=71"),
  );
  assert.equal(response.status, 200);
  const { segments } = CoverageOutput.parse(await response.json());
  assert.deepEqual(segments.map(({ segment }) => segment), [
    "71|mf2_4",
    "71|sfh",
  ]);
  const bad = await app.fetch(
    request("/api/coverage?prop_type=condo"),
  );
  assert.equal(bad.status, 400);
  const problem = Problem.parse(await bad.json());
  assert.deepEqual([problem.code, problem.field], [
    "invalid_params",
    "prop_type",
  ]);
});
