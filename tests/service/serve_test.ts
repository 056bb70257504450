import assert from "node:assert/strict";
import { Fault } from "../../contracts/errors.ts";
import { ANONYMOUS, LOCAL } from "../../core/access/principal.ts";
import { serve, type ServeContext } from "../../core/service/serve.ts";
import { bareSnapshot, sample } from "../../harness/sample.ts";

const context: ServeContext = {
  snapshot: bareSnapshot(),
  today: 20_000,
  principal: LOCAL,
};

async function faultOf(
  raw: unknown,
): Promise<Pick<Fault, "code" | "field" | "expected">> {
  const fault = await serve(sample, context, raw).then(
    () => assert.fail("the input was accepted"),
    (error) => error,
  );
  assert(fault instanceof Fault, String(fault));
  const { code, field, expected } = fault;
  return { code, field, expected };
}

Deno.test("serve() answers with the model version and checked output", async () => {
  const answer = await serve(sample, context, { price: 200_000, units: 2 });
  assert.equal(answer.rent, 1000);
  assert.equal(answer.model_version, "test-1");
  assert.deepEqual(sample.contract.output.parse(answer), answer);
});

Deno.test("serve() says so when the data are synthetic, once", async () => {
  const snapshot = bareSnapshot(true);
  const { warnings } = await serve(sample, { ...context, snapshot }, {
    price: 1,
  });
  assert.deepEqual(warnings.map(({ code }) => code), ["synthetic_data"]);
});

Deno.test("serve() says so of figures until error rates are measured", async () => {
  const snapshot = { ...bareSnapshot(), model: new Map() };
  const { warnings } = await serve(sample, { ...context, snapshot }, {
    price: 1,
  });
  assert.deepEqual(warnings.map(({ code }) => code), ["not_calibrated"]);
});

Deno.test("serve() maps a deprecated name's input and warns", async () => {
  const [alias] = sample.contract.aliases;
  const answer = await serve(sample, context, { cost: 100 }, alias);
  assert.equal(answer.rent, 1);
  assert.equal(answer.warnings[0].code, "deprecated_name");
  assert.match(answer.warnings[0].message, /2026-12-31.*estimate_rent/);
});

Deno.test("serve() refuses a caller without the scope before it looks at the input", async () => {
  const reader = { ...context, principal: ANONYMOUS };
  await assert.rejects(
    () => serve(sample, reader, { nonsense: true }),
    {
      code: "forbidden_scope",
      missingScopes: ["underwrite"],
      field: "Authorization",
      expected: "an API key or OAuth access token with the scope underwrite",
    },
  );
});

Deno.test("serve() names the field and what it must hold", async () => {
  const known =
    "property_id, address, lat, lon, point, price, units, owner_occupied, strategy, as_of, tags, assumptions";
  for (
    const [raw, field, expected] of [
      [[], "input", `an object with ${known}`],
      [null, "input", `an object with ${known}`],
      [{}, "price", "a number above 0 and up to 1000000000"],
      [{ price: "200000" }, "price", "a number above 0 and up to 1000000000"],
      [{ price: NaN }, "price", "a number above 0 and up to 1000000000"],
      [{ price: Infinity }, "price", "a number above 0 and up to 1000000000"],
      [{ price: 0 }, "price", "a number above 0 and up to 1000000000"],
      [{ price: 1, units: 1.5 }, "units", "a whole number from 1 to 4"],
      [{ price: 1, units: null }, "units", "a whole number from 1 to 4"],
      [{ price: 1, owner_occupied: 1 }, "owner_occupied", "true or false"],
      [{ price: 1, address: "x" }, "address", "text of 3 to 200 characters"],
      [
        { price: 1, strategy: "flop" },
        "strategy",
        "one of flip, brrrr, hold, section8",
      ],
      [{ price: 1, as_of: "2026-02-30" }, "as_of", "a date as YYYY-MM-DD"],
      [{ price: 1, tags: "a" }, "tags", "a list of at most 3 items"],
      [{ price: 1, tags: ["a", 2] }, "tags.1", "text of at most 20 characters"],
      [
        { price: 1, assumptions: { rate: 7.5 } },
        "assumptions.rate",
        "a number from 0 to 0.3",
      ],
      [{ price: 1, assumptions: { rat: 0.1 } }, "assumptions.rat", "only rate"],
      [{ pric: 1 }, "pric", `only ${known}`],
      [JSON.parse(`{"price":1,"__proto__":{}}`), "__proto__", `only ${known}`],
      [
        { price: 1, "<img src=x>": 1 },
        `"\\u003cimg src=x\\u003e"`,
        `only ${known}`,
      ],
    ] as const
  ) {
    assert.deepEqual(await faultOf(raw), {
      code: "invalid_params",
      field,
      expected,
    });
  }
});

Deno.test("serve() lets the handler's own faults through", async () => {
  assert.deepEqual(await faultOf({ price: 1, address: "nowhere" }), {
    code: "invalid_params",
    field: "address",
    expected: "an address that exists",
  });
});
