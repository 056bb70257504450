import { VALUATION_METHOD } from "../../../../contracts/version.ts";
import { decodeBooster, encodeBooster } from "../../boosting/mod.ts";
import { MODEL_CONFIG } from "../../model_config.ts";
import { perSnapshot, type SnapshotData } from "../../snapshot.ts";
import { unreadableModel } from "../../unreadable_model.ts";
import { calibrationOf } from "../../calibration/stored.ts";
import { MODELLED_TYPES } from "../../tables.ts";
import { trainingSales } from "../training/sales.ts";
import type { LinearParameters } from "./linear_model.ts";
import {
  type PriceFit,
  type TypeFit,
  typeFit,
  withLaterSales,
} from "./price_fit.ts";
import { type IndexPaths, timeIndexOf } from "./time_index.ts";

const ABOUT = "fit.json";
const SALES = "fit-sales.bin";
const boosterFile = (type: string, fold: number) => `trees-${type}-${fold}.bin`;

/** What `fit.json` holds: all of a fit but its boosters and what it says of each sale. */
interface About {
  /** `VALUATION_METHOD` of the fit. */
  readonly method: string;
  /** Training sales 0 to `trained - 1` were fitted on. */
  readonly trained: number;
  readonly paths: IndexPaths;
  /** By modelled type. */
  readonly types: Readonly<Record<string, AboutType>>;
}

interface AboutType {
  readonly sales: number;
  readonly usual: number;
  readonly linear: LinearParameters;
  readonly boosters: number;
}

/**
 * A fit as files of a snapshot's model: numbers as JSON, the boosters, and for each training sale
 * what the fit predicts, its price level and tier (f64 each), and its fold model (u8).
 */
export function encodeFit(fit: PriceFit): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const types: Record<string, AboutType> = {};
  MODELLED_TYPES.forEach((name, t) => {
    const type = fit.types[t];
    if (!type) return;
    const { sales, usual, linear, boosters } = type;
    types[name] = { sales, usual, linear, boosters: boosters.length };
    boosters.forEach((booster, fold) =>
      files.set(boosterFile(name, fold), encodeBooster(booster))
    );
  });
  const { trained, paths, fitted, level, tier, heldOutBy } = fit;
  const about: About = {
    method: VALUATION_METHOD,
    trained,
    paths,
    types,
  };
  files.set(ABOUT, new TextEncoder().encode(JSON.stringify(about)));
  const bytes = new Uint8Array(salesBytes(trained));
  let at = 0;
  for (
    const part of [fitted, level, tier, heldOutBy]
      .map((each) => each.subarray(0, trained))
  ) {
    bytes.set(
      new Uint8Array(part.buffer, part.byteOffset, part.byteLength),
      at,
    );
    at += part.byteLength;
  }
  files.set(SALES, bytes);
  return files;
}

const salesBytes = (sales: number) =>
  sales * (3 * Float64Array.BYTES_PER_ELEMENT + 1);

/**
 * Whether a snapshot was fitted.
 *
 * @throws {Fault} `invalid_params` when another version of this program fitted it
 */
export function isFitted(snapshot: SnapshotData): boolean {
  return aboutOf(snapshot) !== null && calibrationOf(snapshot) !== null;
}

/**
 * The fit a snapshot was completed with; null before `twoflat fit`.
 *
 * @throws {Fault} `invalid_params` when another version of this program fitted it: equal versions mean equal numbers
 */
export const storedFit: (snapshot: SnapshotData) => PriceFit | null =
  perSnapshot((snapshot) => {
    const about = aboutOf(snapshot);
    try {
      return about && decodeFit(snapshot, about);
    } catch (cause) {
      throw unreadableModel("another version", cause);
    }
  });

function aboutOf({ model }: SnapshotData): About | null {
  const file = model.get(ABOUT);
  if (!file) {
    if (model.size > 0) throw unreadableModel("an earlier version");
    return null;
  }
  const about: About = JSON.parse(new TextDecoder().decode(file));
  if (about.method !== VALUATION_METHOD) {
    throw unreadableModel(about.method ?? "an earlier version");
  }
  return about;
}

function decodeFit(snapshot: SnapshotData, about: About): PriceFit {
  const read = (name: string): Uint8Array => {
    const bytes = snapshot.model.get(name);
    if (!bytes) throw new Error(`the snapshot's model has no file ${name}`);
    return bytes;
  };
  const training = trainingSales(snapshot);
  const bytes = read(SALES);
  const { trained, paths } = about;
  if (bytes.length !== salesBytes(trained) || trained > training.count) {
    throw new Error(
      `the snapshot's model is of ${trained} sales, the snapshot has ${training.count}`,
    );
  }
  const types = MODELLED_TYPES.map((name): TypeFit | null => {
    const type = about.types[name];
    if (!type) return null;
    const boosters = Array.from(
      { length: type.boosters },
      (_, fold) => decodeBooster(read(boosterFile(name, fold))),
    );
    const { linearShare } = MODEL_CONFIG.trees;
    return typeFit(type, linearShare, boosters);
  });
  // Copied, so that the numbers are aligned.
  const { buffer } = bytes.slice();
  const numbers = (nth: number) =>
    new Float64Array(
      buffer,
      nth * trained * Float64Array.BYTES_PER_ELEMENT,
      trained,
    );
  const fit = {
    training,
    trained,
    index: timeIndexOf(paths),
    paths,
    types,
    fitted: numbers(0),
    level: numbers(1),
    tier: numbers(2),
    heldOutBy: bytes.slice(-trained),
    config: MODEL_CONFIG,
  };
  return withLaterSales(fit, training.count);
}
