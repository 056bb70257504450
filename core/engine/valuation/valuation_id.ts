import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * The id of a valuation: a hash of everything its numbers follow from. Equal ids replay to equal
 * numbers. Keys are sorted, so the order in which inputs were written down does not matter.
 *
 * @param inputs model version, snapshot id, subject facts, assumptions, as-of day
 */
export function valuationId(inputs: Readonly<Record<string, unknown>>): string {
  const hash = sha256(utf8ToBytes(canonical(inputs)));
  return `val_${bytesToHex(hash.subarray(0, 16))}`;
}

/** JSON with sorted keys; NaN and undefined as null. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const of = value as Readonly<Record<string, unknown>>;
    return `{${
      Object.keys(of).sort()
        .map((key) => `${JSON.stringify(key)}:${canonical(of[key])}`)
        .join(",")
    }}`;
  }
  return JSON.stringify(value ?? null);
}
