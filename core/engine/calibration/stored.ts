import { z } from "zod";
import { perSnapshot } from "../snapshot.ts";
import { unreadableModel } from "../unreadable_model.ts";
import type { Calibration, TooLittleHistory } from "./calibrate.ts";

/** File of a snapshot's model that holds its calibration. */
export const CALIBRATION_FILE = "calibration.json";

const Numbers = z.array(z.number());
const Band = z.object({ low: z.number(), high: z.number() });
const Steps = z.object({ cuts: Numbers, factors: Numbers });

/** What values are computed with. Types hold it to what this version learns. */
const Learned = z.object({
  errorScale: z.object({
    basis: z.object({ comps: z.number(), price_model: z.number() }),
    size: Steps,
    value: Steps,
  }),
  bands: z.record(z.string(), Band),
  pooled: Band,
  within20: z.object({ knots: Numbers, values: Numbers }),
}) satisfies z.ZodType<Partial<Calibration>>;

/** What a calibration is when there are too few sales. */
const TooLittle = z.object({
  sales: z.int(),
  needed: z.int(),
}) satisfies z.ZodType<TooLittleHistory>;

const Readable = z.union([Learned, TooLittle]);

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
