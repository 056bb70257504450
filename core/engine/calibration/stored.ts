import { z } from "zod";
import { perSnapshot } from "../snapshot.ts";
import { unreadableModel } from "../unreadable_model.ts";
import type { Calibration, TooLittleHistory } from "./calibrate.ts";

/** File of a snapshot's model that holds its calibration. */
export const CALIBRATION_FILE = "calibration.json";

const Numbers = z.array(z.number());
const Band = z.object({ low: z.number(), high: z.number() });

/** What values are computed with; another version may have written other fields. */
const Readable = z.union([
  z.object({ sales: z.int(), needed: z.int() }),
  z.object({
    errorScale: z.object({
      basis: z.object({ comps: z.number(), price_model: z.number() }),
      cuts: Numbers,
      size: Numbers,
    }),
    bands: z.record(z.string(), Band),
    pooled: Band,
    within20: z.object({ knots: Numbers, values: Numbers }),
    segments: z.array(z.object({
      segment: z.string(),
      gate: z.enum(["point", "range", "suppress"]),
      reasons: z.array(z.string()),
    })),
  }),
]);

/**
 * The calibration learned from a snapshot's own backtest; null before `twoflat fit`.
 *
 * @throws {Fault} `invalid_params` when another version of this program wrote it
 */
export const calibrationOf = perSnapshot(
  ({ model }): Calibration | TooLittleHistory | null => {
    const file = model.get(CALIBRATION_FILE);
    if (!file) return null;
    const stored = JSON.parse(new TextDecoder().decode(file));
    const { success, error } = Readable.safeParse(stored);
    if (!success) throw unreadableModel("another version", error);
    return stored;
  },
);
