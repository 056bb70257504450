import assert from "node:assert/strict";
import {
  decodeBooster,
  encodeBooster,
} from "../../../core/engine/boosting/serialize.ts";
import { trainBooster } from "../../../core/engine/boosting/train.ts";
import { friedman } from "./data.ts";
import fc from "../../fast_check.ts";

const data = friedman(300, { unknown: 0.1 });
const category = Int32Array.from(data.target, (_, row) => row % 5);
const booster = trainBooster({
  features: [...data.features, { name: "área", kind: "category" }],
  columns: [...data.columns, category],
  target: data.target.map((y, row) => y + category[row] % 2 * 4),
}, { trees: 10 });
const bytes = encodeBooster(booster);

Deno.test("decodeBooster() gives back the model, bit for bit", () => {
  // An odd offset into a larger buffer, as a file within a snapshot may have.
  const padded = new Uint8Array(bytes.length + 3);
  padded.set(bytes, 3);
  const decoded = decodeBooster(padded.subarray(3));
  assert.deepEqual(encodeBooster(decoded), bytes);
  assert.deepEqual(decoded.features, booster.features);
  assert.ok(booster.forest.sets.length > 0);
  assert.deepEqual(
    decoded.predictAll([...data.columns, category]),
    booster.predictAll([...data.columns, category]),
  );
});

Deno.test("decodeBooster() notices any damaged or missing byte", () => {
  fc.assert(
    fc.property(
      fc.nat(bytes.length - 1),
      fc.integer({ min: 1, max: 255 }),
      (at, flip) => {
        const damaged = bytes.slice();
        damaged[at] ^= flip;
        assert.throws(() => decodeBooster(damaged), /^TypeError: booster: /);
        assert.throws(
          () => decodeBooster(bytes.subarray(0, at)),
          /^TypeError: booster: /,
        );
      },
    ),
    { numRuns: 200, seed: 1 },
  );
});

Deno.test("decodeBooster() says when the bytes are of another version or no model", () => {
  const newer = bytes.slice();
  newer[4] = 2;
  assert.throws(() => decodeBooster(newer), /version 2.*reads version 1/);
  assert.throws(
    () => decodeBooster(new TextEncoder().encode("a feather, not a model")),
    /not a booster/,
  );
});

Deno.test("encodeBooster() takes 16 bytes a node", () => {
  const nodes = booster.forest.split.length;
  const bounds = booster.bins.reduce((sum, b) => sum + b.bounds.length, 0);
  assert.ok(bytes.length < 16 * nodes + 8 * bounds + 2000);
});
