import { invalidParams } from "../../../../contracts/errors.ts";
import { VALUATION_METHOD } from "../../../../contracts/version.ts";
import { decodeBooster, encodeBooster } from "../../boosting/mod.ts";
import type { SnapshotData } from "../../snapshot.ts";
import { MODELLED_TYPES } from "../../tables.ts";
import type { PriceFit } from "./price_fit.ts";
import type { Trees } from "./trees.ts";

/** Trees as a snapshot stores them: with the number of training sales their fit was trained on. */
export interface StoredTrees {
  /** Training sales 0 to `trained - 1`. */
  readonly trained: number;
  /** By place in `MODELLED_TYPES`. */
  readonly trees: readonly (Trees | null)[];
}

const ABOUT = "trees.json";

/** What `trees.json` holds: which files belong to which type. */
interface About {
  /** `VALUATION_METHOD` of the fit. */
  readonly method: string;
  readonly trained: number;
  /** Boosters of each modelled type that has trees. */
  readonly boosters: Readonly<Record<string, number>>;
}

const boosterFile = (type: string, fold: number) => `trees-${type}-${fold}.bin`;
const foldFile = (type: string) => `trees-${type}-fold.bin`;
const outOfFoldFile = (type: string) => `trees-${type}-out-of-fold.bin`;

/** The trees of a fit as files of a snapshot's model. */
export function encodeTrees(
  { trained }: PriceFit,
  trees: readonly (Trees | null)[],
): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const boosters: Record<string, number> = {};
  MODELLED_TYPES.forEach((type, t) => {
    const grown = trees[t];
    if (!grown) return;
    boosters[type] = grown.boosters.length;
    grown.boosters.forEach((booster, fold) =>
      files.set(boosterFile(type, fold), encodeBooster(booster))
    );
    files.set(foldFile(type), grown.fold);
    files.set(outOfFoldFile(type), new Uint8Array(grown.outOfFold.buffer));
  });
  const about: About = { method: VALUATION_METHOD, trained, boosters };
  files.set(ABOUT, new TextEncoder().encode(JSON.stringify(about)));
  return files;
}

/**
 * The trees a snapshot was fitted with; null before `twoflat fit`.
 *
 * @throws {Fault} `invalid_params` when another method fitted them: equal versions mean equal numbers
 */
export function storedTrees({ model }: SnapshotData): StoredTrees | null {
  const file = model.get(ABOUT);
  if (!file) return null;
  const { method, trained, boosters }: About = JSON.parse(
    new TextDecoder().decode(file),
  );
  if (method !== VALUATION_METHOD) {
    throw invalidParams(
      "snapshot",
      `a model of ${VALUATION_METHOD}`,
      `the snapshot was fitted by ${
        method ?? "an earlier version"
      }, this program values by ${VALUATION_METHOD}; run \`twoflat fit\` again`,
    );
  }
  const read = (name: string): Uint8Array => {
    const bytes = model.get(name);
    if (!bytes) throw new Error(`the snapshot's model has no file ${name}`);
    return bytes;
  };
  const trees = MODELLED_TYPES.map((type): Trees | null =>
    boosters[type] === undefined ? null : {
      boosters: Array.from(
        { length: boosters[type] },
        (_, fold) => decodeBooster(read(boosterFile(type, fold))),
      ),
      fold: read(foldFile(type)),
      // Copied, so that the numbers are aligned.
      outOfFold: new Float64Array(read(outOfFoldFile(type)).slice().buffer),
    }
  );
  return { trained, trees };
}
