import assert from "node:assert/strict";
import { MODEL_CONFIG } from "../../../../core/engine/model_config.ts";
import {
  featureAt,
  FEATURES,
} from "../../../../core/engine/valuation/training/features.ts";
import { treeTask } from "../../../../core/engine/valuation/model/trees.ts";
import { seeded } from "../county.ts";

/** The task of houses at random places, whose prices follow a rule of the place and noise. */
function taskOf(log: (x: number, y: number) => number, noise: number) {
  const random = seeded(3);
  const count = 3000;
  const features = new Float32Array(count * FEATURES.length).fill(NaN);
  const target = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const [x, y] = [10 * random(), 10 * random()];
    features[i * FEATURES.length + featureAt("x")] = x;
    features[i * FEATURES.length + featureAt("y")] = y;
    target[i] = log(x, y) + noise * (random() - 0.5);
  }
  return treeTask(
    features,
    Int32Array.from(target.keys()),
    String,
    target,
    MODEL_CONFIG.trees,
  );
}

Deno.test("treeTask() takes the larger trees where there is that much to tell apart", () => {
  const [smaller, larger] = MODEL_CONFIG.trees.sizes;
  const blocks = (x: number, y: number) =>
    (Math.floor(x) * 7 + Math.floor(y) * 3) % 5 / 5;
  assert.equal(taskOf(blocks, 0.1).options.maxLeaves, larger.maxLeaves);
  const slope = (x: number) => 0.02 * x;
  assert.equal(taskOf(slope, 0.5).options.maxLeaves, smaller.maxLeaves);
});
