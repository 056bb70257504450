import assert from "node:assert/strict";
import { MODEL_CONFIG } from "../../../../core/engine/model_config.ts";
import { MODELLED_TYPES } from "../../../../core/engine/tables.ts";
import {
  FEATURE_NAMES,
  FEATURES,
} from "../../../../core/engine/valuation/training/features.ts";
import {
  fitPrices,
  type PriceFit,
  treeTasks,
  winsorized,
  withTrees,
} from "../../../../core/engine/valuation/model/price_fit.ts";
import { trainingSales } from "../../../../core/engine/valuation/training/sales.ts";
import {
  joinFolds,
  trainTreeFold,
  type TreeTask,
} from "../../../../core/engine/valuation/model/trees.ts";
import { build, village } from "../county.ts";

const { folds, minSales } = MODEL_CONFIG.trees;
const SFH = MODELLED_TYPES.indexOf("sfh");
const snapshot = build(village(900, 7));
const training = trainingSales(snapshot);
const id = (parcel: number) => snapshot.tables.parcels.property_id.at(parcel);

const grow = (task: TreeTask) =>
  joinFolds(
    task,
    Array.from(
      { length: folds },
      (_, fold) => trainTreeFold(task, fold, { trees: 8 }),
    ),
  );

function grown(trained: number, known = trained): PriceFit {
  const fit = fitPrices(training, trained, known);
  return withTrees(fit, treeTasks(fit, id).map((task) => task && grow(task)));
}

Deno.test("treeTasks() asks for trees where a type has sales enough, and for no others", () => {
  const tasks = treeTasks(fitPrices(training, training.count), id);
  MODELLED_TYPES.forEach((_, t) => {
    const sales = training.type.filter((type) => type === t).length;
    assert.equal(tasks[t] !== null, sales >= minSales, `${sales} sales`);
  });
  assert(treeTasks(fitPrices(training, 200), id).every((task) => !task));
});

Deno.test("treeTasks() lets a rarer type learn from a commoner one, not the other way round", () => {
  const trees = { ...MODEL_CONFIG.trees, minSales: 30 };
  const config = { ...MODEL_CONFIG, trees };
  const fit = fitPrices(training, training.count, training.count, config);
  const tasks = treeTasks(fit, id);
  const FLATS = MODELLED_TYPES.indexOf("mf2_4");
  const [flats, houses] = [FLATS, SFH].map((t) =>
    training.type.filter((type) => type === t).length
  );
  assert(flats > 30 && flats < houses);
  assert(tasks[SFH]!.fold.length <= houses);
  const { dataset, fold } = tasks[FLATS]!;
  assert(fold.length > houses);
  const units = dataset.columns[
    dataset.features.findIndex(({ name }) => name === "units")
  ];
  const isHouse = Array.from(units, (value) => value === 1);
  const first = isHouse.indexOf(true);
  assert(first > 0 && first <= flats);
  assert(isHouse.slice(first).every((each) => each), "a type's own come first");
  const grownFit = withTrees(fit, tasks.map((task) => task && grow(task)));
  assert.equal(grownFit.fitted.length, training.count);
  assert(grownFit.types[FLATS]!.boosters.length > 0);
});

Deno.test("withTrees() predicts each training sale by the booster that held its parcel out", () => {
  const fit = grown(training.count);
  const { foldModels } = fit.types[SFH]!;
  assert.equal(foldModels.length, folds + 1);
  const row = new Float64Array(FEATURES.length);
  const foldOfParcel = new Map<number, number>();
  let checked = 0;
  for (let i = 0; i < training.count; i++) {
    if (training.type[i] !== SFH || fit.heldOutBy[i] === folds) continue;
    row.set(training.features.subarray(i * row.length, (i + 1) * row.length));
    const said = foldModels[fit.heldOutBy[i]].predict(row);
    assert(Math.abs(said - fit.fitted[i]) < 1e-6, `${said} ${fit.fitted[i]}`);
    const parcel = training.parcel[i];
    assert.equal(
      foldOfParcel.get(parcel) ?? fit.heldOutBy[i],
      fit.heldOutBy[i],
    );
    foldOfParcel.set(parcel, fit.heldOutBy[i]);
    checked++;
  }
  assert(checked > 500);
});

Deno.test("withTrees() predicts a later sale by all boosters together", () => {
  const trained = training.count - 100;
  const fit = grown(trained, training.count);
  const { priceModel } = fit.types[SFH]!;
  const row = new Float64Array(FEATURES.length);
  for (let i = trained; i < training.count; i++) {
    if (training.type[i] !== SFH) continue;
    assert.equal(fit.heldOutBy[i], folds);
    row.set(training.features.subarray(i * row.length, (i + 1) * row.length));
    assert.equal(fit.fitted[i], priceModel.predict(row));
  }
});

Deno.test("a price model with trees splits a difference into parts that sum to it", () => {
  const { priceModel } = grown(training.count).types[SFH]!;
  const width = FEATURES.length;
  const part = new Float64Array(width);
  for (let i = 0; i + 1 < 60; i += 2) {
    const [one, other] = [i, i + 1].map((sale) =>
      Float64Array.from(
        training.features.subarray(sale * width, (sale + 1) * width),
      )
    );
    const whole = priceModel.difference(one, other, part);
    const sum = part.reduce((total, each) => total + each, 0);
    assert(Math.abs(whole - sum) < 1e-9);
    const apart = priceModel.predict(one) - priceModel.predict(other);
    assert(Math.abs(whole - apart) < 1e-6, `${whole} ${apart}`);
  }
});

Deno.test("a price far off the linear model trains no tree", () => {
  const rows = village(900, 7);
  const at = rows.sales.findIndex(({ property_id, rejected }) =>
    !rejected &&
    rows.parcels.find((each) => each.property_id === property_id)!.prop_type ===
      "sfh"
  );
  rows.sales[at] = { ...rows.sales[at], sale_price: 40_000_000 };
  const odd = build(rows);
  const sizes = [snapshot, odd].map((each) =>
    treeTasks(
      fitPrices(trainingSales(each), training.count),
      (parcel) => each.tables.parcels.property_id.at(parcel),
    )[SFH]!.fold.length
  );
  assert(sizes[1] < sizes[0], sizes.join(" "));
});

Deno.test("winsorized() draws tails in and leaves the middle as it is", () => {
  const values = Float64Array.from({ length: 101 }, (_, i) => i - 50);
  values[100] = 10_000;
  const drawn = winsorized(values, 2);
  assert.deepEqual(drawn.slice(20, 80), values.slice(20, 80));
  assert(drawn[100] < 100);
  assert.equal(winsorized(new Float64Array(0), 2).length, 0);
});

Deno.test("no feature is an assessed value or says who lives there, and laying out sales reads nothing of the kind", () => {
  const forbidden = [
    ...["assessed", "assessments", "mailed", "certified", "board", "tax"],
    ...["income", "poverty", "race", "ethnicity", "age", "population"],
    ...["education", "school", "crime", "owner", "rent", "vacancy"],
  ];
  const isAllowed = (name: string) =>
    name.split("_").every((word) => !forbidden.includes(word));
  for (const name of FEATURE_NAMES) assert(isAllowed(name), name);
  const tables = new Set<string>();
  const columns = new Set<string>();
  const noting = <T extends object>(of: T, seen: Set<string>): T =>
    new Proxy(of, {
      get(target, name) {
        seen.add(String(name));
        return Reflect.get(target, name);
      },
    });
  const watched = {
    ...snapshot,
    tables: noting({
      ...snapshot.tables,
      parcels: noting(snapshot.tables.parcels, columns),
      sales: noting(snapshot.tables.sales, columns),
    }, tables),
  };
  assert(trainingSales(watched).features.length > 0);
  assert.deepEqual([...tables].sort(), ["parcels", "sales", "year_only_sales"]);
  for (const column of columns) assert(isAllowed(column), column);
});
