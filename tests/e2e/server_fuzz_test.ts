import assert from "node:assert/strict";
import { LIMITS } from "../../contracts/constants/limits.ts";
import { FinancingType } from "../../contracts/financing.ts";
import { Strategy } from "../../contracts/envelope.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { deepUnderwriteAsset } from "../../core/operations/property/deep_underwrite_asset.ts";
import { getComps } from "../../core/operations/property/get_comps.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import type { Operation } from "../../core/service/operation.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { post, problemOf, request, sampleApp } from "../../harness/app.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import fc from "../fast_check.ts";

const snapshot = await demoSnapshot();
const app = sampleApp({
  registry: compileRegistry(OPERATIONS),
  snapshot,
  today: () => dayOf(DEMO_DAY),
});

const { parcels } = snapshot.tables;
const row = fc.integer({ min: 0, max: parcels.rows - 1 });
const number = (min: number, max: number) =>
  fc.oneof(fc.constantFrom(min, max), fc.double({ min, max, noNaN: true }));

/** Real and odd ways to name a property: known parcels, decorated addresses, any text, any point. */
const subject = fc.oneof(
  row.map((at) => ({ property_id: parcels.property_id.at(at) })),
  fc.record({ lat: number(41.5, 42.4), lon: number(-88.3, -87.5) }),
  fc.record({ lat: number(-90, 90), lon: number(-180, 180) }),
  fc.tuple(
    row,
    fc.constantFrom("", ", Chicago, IL", " Apt 2", " #3R", " 60608", "; x"),
  )
    .map(([at, tail]) => ({ address: parcels.address.at(at) + tail })),
  fc.string({ unit: "binary", minLength: 3, maxLength: 40 }).map((address) => ({
    address,
  })),
  fc.string({ minLength: 1, maxLength: 20 }).map((property_id) => ({
    property_id,
  })),
);

const deal = fc.record({
  purchase_price: number(1_000, 50_000_000),
  rehab_budget: number(0, 10_000_000),
  rate: number(0, 0.3),
  down_pct: number(0, 1),
  rent_override: number(0, 500_000),
  financing_type: fc.constantFrom(...FinancingType.options),
  hold_months: fc.integer({ min: 1, max: 60 }),
}, { requiredKeys: [] });

/** An answer fits its schema and the size limit; anything else is a problem of the caller's. */
async function check(operation: Operation, response: Response): Promise<void> {
  if (response.status !== 200) {
    const problem = await problemOf(response);
    return assert(problem.status < 500, JSON.stringify(problem));
  }
  const text = await response.text();
  assert(text.length <= LIMITS.result_bytes, `${text.length}`);
  const answer = JSON.parse(text);
  assert.deepEqual(operation.contract.output.parse(answer), answer);
}

Deno.test("whatever property is named, get_comps answers by its contract", async () => {
  await fc.assert(
    fc.asyncProperty(
      subject,
      fc.constantFrom(...Strategy.options),
      async (named, strategy) => {
        const text = "address" in named
          ? named.address
          : "lat" in named
          ? `${named.lat},${named.lon}`
          : named.property_id;
        // A URL has no way to say these as one path segment.
        fc.pre(text.isWellFormed() && text !== "." && text !== "..");
        const path = `/api/comps/${
          encodeURIComponent(text)
        }?strategy=${strategy}`;
        await check(getComps, await app.fetch(request(path)));
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("whatever the deal, deep_underwrite_asset answers by its contract", async () => {
  await fc.assert(
    fc.asyncProperty(subject, deal, async (named, custom_assumptions) => {
      const body = { ...named, custom_assumptions };
      await check(
        deepUnderwriteAsset,
        await app.fetch(post("/api/underwrite", body)),
      );
    }),
    { numRuns: 300 },
  );
});
