import { z } from "zod";
import { envelopeFields, Strategy } from "../contracts/envelope.ts";
import { invalidParams } from "../contracts/errors.ts";
import type {
  OperationAlias,
  OperationContract,
} from "../contracts/operation.ts";
import { subjectFields } from "../contracts/subject.ts";
import type { SnapshotData } from "../core/engine/snapshot.ts";
import { memorySnapshot } from "../core/snapshot/memory.ts";
import type { Operation } from "../core/service/operation.ts";

const SampleInput = z.object({
  ...subjectFields,
  price: z.number().positive().max(1e9),
  units: z.int().min(1).max(4).default(1),
  owner_occupied: z.boolean().optional(),
  strategy: Strategy.optional(),
  as_of: z.iso.date().optional(),
  tags: z.array(z.string().max(20)).max(3).optional(),
  assumptions: z.object({ rate: z.number().min(0).max(0.3).optional() })
    .strict().optional(),
}).strict();

const SampleOutput = z.object({ ...envelopeFields, rent: z.number() }).strict();

const LegacyInput = z.object({ cost: z.number().positive() }).strict();

const alias: OperationAlias<typeof SampleInput, typeof LegacyInput> = {
  name: "rent",
  input: LegacyInput,
  map: ({ cost }) => ({ price: cost }),
  deprecated: "2026-07-01",
  sunset: "2026-12-31",
};

const contract: OperationContract<typeof SampleInput, typeof SampleOutput> = {
  name: "estimate_rent",
  title: "Estimate rent",
  description: "Use this when a test needs an operation.",
  scope: "underwrite",
  cost: "other",
  input: SampleInput,
  output: SampleOutput,
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  examples: [{ title: "a price alone", input: { price: 200_000 } }],
  aliases: [alias],
  rest: { method: "POST", path: "/rent" },
  command: "rent",
};

/** The one percent rule as an operation; fails where the tests want a failure. */
export const sample: Operation<typeof SampleInput, typeof SampleOutput> = {
  contract,
  run(_context, { price, units, strategy, address }) {
    if (address === "nowhere") {
      throw invalidParams("address", "an address that exists");
    }
    if (address === "broken") throw new Error("a defect with secret details");
    return {
      as_of: "2026-11-01",
      model_versions: {
        model: "test-1",
        underwrite: "test-1",
        serving: "test-1",
      },
      model_version: "",
      warnings: [],
      confidence: null,
      disclosure: "a test",
      read: { strategy: strategy ?? "hold", verdict: "no_read", reasons: [] },
      rent: price / 100 / units,
    };
  },
  summary: ({ rent }) => `The rent is ${rent} dollars.`,
};

/** The same as a GET that names a property in its path. */
export const sampleAt: typeof sample = {
  ...sample,
  contract: {
    ...contract,
    name: "estimate_rent_at",
    aliases: [],
    rest: { method: "GET", path: "/rent-at/{subject}" },
  },
  run: async (context, input) => {
    const answer = await sample.run(context, input);
    return { ...answer, disclosure: JSON.stringify(input) };
  },
};

/** A snapshot without rows, for operations that read none; its model is there and empty. */
export function bareSnapshot(synthetic = false): SnapshotData {
  const model = new Map([["fit.json", new Uint8Array()]]);
  return { ...memorySnapshot({}, { synthetic }), model };
}
