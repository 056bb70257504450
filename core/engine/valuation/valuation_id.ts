import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * The id of a valuation: a hash of everything its numbers follow from. Equal ids replay to equal
 * numbers. Keys are sorted, so the order in which inputs were written down does not matter.
 *
 * @param inputs model version, snapshot id, subject facts, assumptions, as-of day
 */
export function valuationId(inputs: Readonly<Record<string, unknown>>): string {
  const hash = sha256(utf8ToBytes(JSON.stringify(sorted(inputs))));
  return `val_${bytesToHex(hash.subarray(0, 16))}`;
}

/** Returns a value with its keys in order and null in place of undefined. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object") return value ?? null;
  if (value === null) return null;
  const of = value as Readonly<Record<string, unknown>>;
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(of).sort()) out[key] = sorted(of[key]);
  return out;
}
