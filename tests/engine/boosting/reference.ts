/**
 * Boosted trees the slow, obvious way: every sum is taken over the rows themselves, anew for
 * every threshold of every feature of every leaf. Training must find exactly these trees.
 */
import { binsOf } from "../../../core/engine/boosting/binning.ts";
import type { Booster } from "../../../core/engine/boosting/booster.ts";
import type { Dataset } from "../../../core/engine/boosting/dataset.ts";
import {
  exactMean,
  largest,
  quantum,
} from "../../../core/engine/boosting/exact.ts";
import { goesRight } from "../../../core/engine/boosting/forest.ts";
import type { BoosterOptions } from "../../../core/engine/boosting/options.ts";

/** A tree as nested objects. `right` lists the codes, 0 for unknown, that go to `yes`. */
export type Tree =
  | { readonly value: number }
  | {
    readonly feature: number;
    readonly right: readonly number[];
    readonly no: Tree;
    readonly yes: Tree;
  };

interface Leaf {
  readonly depth: number;
  readonly rows: readonly number[];
  readonly output: number;
  readonly lower: number;
  readonly upper: number;
  readonly place: { tree: Tree };
}

interface Found {
  readonly gain: number;
  readonly feature: number;
  readonly right: readonly number[];
  readonly outputs: readonly [number, number];
}

/** Trees of a dataset with every feature, row and threshold in play. */
export function referenceTrees(
  { features, columns, target, weight: given }: Dataset,
  options: BoosterOptions,
): Tree[] {
  const { lambda, minLeafRows, minGain, categorySmoothing } = options;
  const bins = columns.map((column, f) =>
    binsOf(column, features[f].kind, options.maxBins)
  );
  const codes = columns.map((column, f) =>
    Array.from(column, (value) => {
      if (bins[f].kind === "category") return bins[f].bounds.indexOf(value) + 1;
      const above = bins[f].bounds.findIndex((bound) => value <= bound);
      return Number.isNaN(value)
        ? 0
        : (above < 0 ? bins[f].bounds.length : above) + 1;
    })
  );
  const mean = exactMean(target, given);
  const weightQ = quantum(2 * largest(given ?? [1]), target.length);
  const scores = new Float64Array(target.length).fill(mean);
  const delta = options.huberDelta;
  let unit = 2;
  while (unit <= target.length) unit *= 2;

  const trees: Tree[] = [];
  for (let t = 0; t < options.trees; t++) {
    const weight = new Float64Array(target.length).fill(1);
    const exactly = scores.map((score, row) => {
      const residual = score - target[row];
      const slope = options.objective === "l2" || Math.abs(residual) <= delta
        ? residual
        : Math.sign(residual) * delta;
      const w = (given?.[row] ?? 1) *
        (slope === residual ? 1 : slope / residual);
      weight[row] = Math.round(w / weightQ) * weightQ;
      return slope * (given?.[row] ?? 1);
    });
    const q = quantum(largest(exactly), target.length, 2 ** 51 / unit);
    const gradient = exactly.map((g) => Math.round(g / q) * q);
    const weigh = (rows: readonly number[]) =>
      rows.reduce((total, row) => total + weight[row], 0);
    const sum = (rows: readonly number[]) =>
      rows.reduce((total, row) => total + gradient[row], 0);

    /** Every way to divide the rows by a feature, as the codes that go right, in order of preference. */
    const questions = (f: number, rows: readonly number[]) => {
      const here = new Set(rows.map((row) => codes[f][row]));
      const all = Array.from({ length: 256 }, (_, code) => code);
      const asked: { right: number[]; pull: number }[] = [];
      const ask = (left: readonly number[], others: readonly number[]) => {
        const rowsOf = (part: readonly number[]) =>
          rows.filter((row) => part.includes(codes[f][row])).length;
        const rest = all.filter((code) =>
          !left.includes(code) && !others.includes(code)
        );
        // What no row here has goes with the larger side, the left one of equals.
        const right = 2 * rowsOf(left) >= rows.length
          ? rest
          : [...rest, ...others].sort((a, b) => a - b);
        const pull = bins[f].kind === "category"
          ? lambda + categorySmoothing
          : lambda;
        asked.push({ right, pull });
      };
      if (bins[f].kind === "category") {
        const key = (code: number) => {
          const own = rows.filter((row) => codes[f][row] === code);
          return sum(own) / (weigh(own) + categorySmoothing);
        };
        const order = [...here].sort((a, b) => key(a) - key(b) || a - b);
        const others = all.filter((code) => !here.has(code));
        order.slice(1).forEach((_, at) => ask(order.slice(0, at + 1), others));
        return asked;
      }
      const thresholds = all.filter((code) => code > 0 && here.has(code));
      for (const unknown of here.has(0) ? ["right", "left"] : ["larger"]) {
        for (const last of thresholds) {
          const left = all.filter((code) =>
            code > 0 && code <= last || code === 0 && unknown === "left"
          );
          ask(left, unknown === "larger" ? [0] : []);
        }
      }
      return asked;
    };

    const best = (leaf: Leaf): Found | undefined => {
      if (leaf.depth >= options.maxDepth) return undefined;
      const g = sum(leaf.rows);
      const h = weigh(leaf.rows);
      const clip = (output: number) =>
        Math.min(leaf.upper, Math.max(leaf.lower, output));
      const score = (g: number, h: number, output: number) =>
        -(2 * g + (h + lambda) * output) * output;
      const base = score(g, h, clip(-g / (h + lambda)));
      let found: Found | undefined;
      features.forEach((feature, f) => {
        for (const { right, pull } of questions(f, leaf.rows)) {
          const [no, yes] = [0, 1].map((side) =>
            leaf.rows.filter((row) =>
              Number(right.includes(codes[f][row])) === side
            )
          );
          if (no.length < minLeafRows || yes.length < minLeafRows) continue;
          const [g0, g1] = [sum(no), sum(yes)];
          const [h0, h1] = [weigh(no), weigh(yes)];
          const outputs = [
            clip(-g0 / (h0 + lambda)),
            clip(-g1 / (h1 + lambda)),
          ] as const;
          if ((feature.monotone ?? 0) * (outputs[1] - outputs[0]) < 0) continue;
          let whole = g0 * g0 / (h0 + pull) +
            g1 * g1 / (h1 + pull);
          if (leaf.lower > -Infinity || leaf.upper < Infinity) {
            whole = Math.min(
              whole,
              score(g0, h0, outputs[0]) +
                score(g1, h1, outputs[1]),
            );
          }
          const gain = whole - base;
          if (whole > base + minGain && (!found || gain > found.gain)) {
            found = { gain, feature: f, right, outputs };
          }
        }
      });
      return found;
    };

    const place: { tree: Tree } = { tree: { value: 0 } };
    const all = Array.from(target.keys());
    const output = -sum(all) / (weigh(all) + lambda);
    const leaves: Leaf[] = [
      { depth: 0, rows: all, output, lower: -Infinity, upper: Infinity, place },
    ];
    while (leaves.length < options.maxLeaves) {
      const splits = leaves.map(best);
      const gains = splits.map((split) => split?.gain ?? 0);
      const at = gains.indexOf(Math.max(...gains));
      const split = splits[at];
      if (!split) break;
      const leaf = leaves[at];
      const direction = features[split.feature].monotone ?? 0;
      const cut = (split.outputs[0] + split.outputs[1]) / 2;
      const side = (yes: boolean): Leaf => ({
        depth: leaf.depth + 1,
        rows: leaf.rows.filter((row) =>
          split.right.includes(codes[split.feature][row]) === yes
        ),
        output: split.outputs[yes ? 1 : 0],
        lower: direction && yes === direction > 0 ? cut : leaf.lower,
        upper: direction && yes === direction < 0 ? cut : leaf.upper,
        place: { tree: { value: 0 } },
      });
      const [no, yes] = [side(false), side(true)];
      leaf.place.tree = {
        feature: split.feature,
        right: split.right,
        get no() {
          return no.place.tree;
        },
        get yes() {
          return yes.place.tree;
        },
      };
      leaves.splice(at, 1, no);
      leaves.push(yes);
    }
    for (const leaf of leaves) {
      const value = Math.fround(options.learningRate * leaf.output);
      leaf.place.tree = { value };
      for (const row of leaf.rows) scores[row] += value;
    }
    trees.push(structuredClone(place.tree));
  }
  return trees;
}

/** The trees of a trained model in the same form. */
export function treesOf({ forest }: Booster): Tree[] {
  const { roots, split, child, value, sets } = forest;
  const treeAt = (node: number): Tree => {
    if (child[node] === 0) return { value: value[node] };
    const right = Array.from({ length: 256 }, (_, code) => code)
      .filter((code) => goesRight(split[node], code, sets) === 1);
    return {
      feature: split[node] >>> 24,
      right,
      no: treeAt(child[node]),
      yes: treeAt(child[node] + 1),
    };
  };
  return Array.from(roots, treeAt);
}
