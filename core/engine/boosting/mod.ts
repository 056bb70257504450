/**
 * Histogram gradient boosting for regression, in plain TypeScript.
 *
 * Ours because npm has no kept library for it (looked in November 2026): `lightgbm` and
 * `xgboost` are native add-ons that compile when installed, `ml-xgboost` is a WebAssembly build
 * of February 2018, `xgboost-scorer` and `ydf-inference` only
 * predict, `decision-tree` is plain loops without histograms or missing values, and
 * `ydf-training` 0.0.1 takes CSV text and no options but the label. None has monotone
 * constraints, contributions, or a promise that equal rows give equal bytes.
 *
 * @module
 */
export type { Bins } from "./binning.ts";
export { Booster } from "./booster.ts";
export type { Column, Dataset, Feature } from "./dataset.ts";
export { subset } from "./dataset.ts";
export type { Forest } from "./forest.ts";
export { foldOf, type FoldResult, trainFold } from "./folds.ts";
export { type BoosterOptions, DEFAULT_OPTIONS } from "./options.ts";
export { decodeBooster, encodeBooster } from "./serialize.ts";
export {
  trainBooster,
  type TrainingHooks,
  type TrainingProgress,
} from "./train.ts";
