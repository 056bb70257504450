import assert from "node:assert/strict";
import { Fault } from "../../../contracts/errors.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { getTractReport } from "../../../core/operations/place/get_tract_report.ts";
import { marketPulse } from "../../../core/operations/place/market_pulse.ts";
import type { Operation } from "../../../core/service/operation.ts";
import { LOCAL } from "../../../core/access/principal.ts";
import { serve } from "../../../core/service/serve.ts";
import { viewportContext } from "../../../core/operations/place/viewport_context.ts";
import { twoTowns } from "../../engine/places/places.ts";
import fc from "../../fast_check.ts";

const CONTEXT = {
  snapshot: twoTowns(),
  today: dayOf("2026-11-01"),
  principal: LOCAL,
};

/** The fault an input is answered with, as `code field`; "answer" when it is answered. */
async function outcome(operation: Operation, input: unknown): Promise<string> {
  try {
    operation.contract.output.parse(await serve(operation, CONTEXT, input));
    return "answer";
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return `${error.code} ${error.field}`;
  }
}

Deno.test("get_tract_report answers a bad GEOID with the field", async () => {
  const ask = (geoid: unknown) => outcome(getTractReport, { geoid });
  assert.equal(await ask("17031000100"), "answer");
  for (
    const bad of [
      "",
      "123",
      "1703100010O",
      "170310001000",
      17031000100,
      null,
      NaN,
    ]
  ) assert.equal(await ask(bad), "invalid_params geoid", String(bad));
  assert.equal(await ask("17031999999"), "not_found geoid");
  assert.equal(await ask("55079000100"), "not_found geoid", "Milwaukee");
});

Deno.test("get_tract_report names the nearest GEOIDs, none for another state", async () => {
  const candidates = async (geoid: string) => {
    try {
      await serve(getTractReport, CONTEXT, { geoid });
    } catch (error) {
      return (error as Fault).candidates;
    }
  };
  assert.deepEqual(await candidates("17031000101"), ["17031000100"]);
  assert.equal(await candidates("55079000100"), undefined);
});

Deno.test("market_pulse knows its own metro only", async () => {
  assert.equal(await outcome(marketPulse, {}), "answer");
  assert.equal(
    await outcome(marketPulse, { metro: "milwaukee" }),
    "invalid_params metro",
  );
  assert.equal(
    await outcome(marketPulse, { limit: 0 }),
    "invalid_params limit",
  );
});

Deno.test("viewport_context takes an area or a whole box", async () => {
  const ask = (input: unknown) => outcome(viewportContext, input);
  const box = { west: -88, south: 41, east: -87, north: 42 };
  assert.equal(await ask(box), "answer");
  assert.equal(await ask({ area: "Hyde Park" }), "answer");
  assert.equal(await ask({}), "invalid_params area");
  assert.equal(await ask({ west: -88 }), "invalid_params south");
  assert.equal(await ask({ ...box, area: "Hyde Park" }), "invalid_params west");
  assert.equal(await ask({ ...box, east: -89 }), "invalid_params west");
  assert.equal(await ask({ bbox: [-88, 41, -87, 42] }), "answer");
  assert.equal(
    await ask({ bbox: [-88, 41, -89, 42] }),
    "invalid_params bbox",
  );
  assert.equal(await ask({ bbox: [-88, 41, -87] }), "invalid_params bbox");
  assert.equal(
    await ask({ bbox: [-88, 41, -87, 42], area: "Hyde Park" }),
    "invalid_params bbox",
  );
  assert.equal(
    await ask({ bbox: [-88, 41, -87, 42], ...box }),
    "invalid_params bbox",
  );
  assert.equal(await ask({ ...box, north: 40 }), "invalid_params south");
  assert.equal(await ask({ ...box, north: NaN }), "invalid_params north");
  assert.equal(await ask({ area: "Milwaukee" }), "not_found area");
  assert.equal(await ask({ ...box, west: -1, east: 1 }), "answer", "the sea");
});

Deno.test("operations about places answer anything with an answer or a fault", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), fc.anything()),
      async (input) => {
        for (
          const operation of [getTractReport, marketPulse, viewportContext]
        ) {
          assert.match(
            await outcome(operation, input),
            /^(answer|invalid_params)/,
          );
        }
      },
    ),
    { numRuns: 50 },
  );
});
