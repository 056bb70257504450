import { DAY_MS } from "../../../contracts/day.ts";

/** A record of a RESO resource, as decoded from JSON. */
export type ResoRecord = Readonly<Record<string, unknown>>;

/** Control and format characters: direction marks among them. */
const CONTROLS = /[\p{Cc}\p{Cf}]+/gu;

/** Returns a text field in one line, without control and direction characters, at most `max` characters; null when empty. */
export function textField(
  record: ResoRecord,
  name: string,
  max: number,
): string | null {
  const value = record[name];
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return null;
  return text.replace(CONTROLS, " ").replace(/\s+/g, " ").trim()
    .slice(0, max) || null;
}

/** Returns a number within bounds, which may come as text (`IEEE754Compatible`); null for anything else. */
export function numberField(
  record: ResoRecord,
  name: string,
  min: number,
  max: number,
): number | null {
  const value = record[name];
  const number = typeof value === "string" && value.trim() !== ""
    ? Number(value)
    : value;
  return typeof number === "number" && number >= min && number <= max
    ? number
    : null;
}

/** Returns a yes or no; null for anything else. */
export function flagField(record: ResoRecord, name: string): boolean | null {
  const value = record[name];
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return null;
  if (/^(true|y|yes|1)$/i.test(value)) return true;
  return /^(false|n|no|0)$/i.test(value) ? false : null;
}

/** Returns a timestamp in epoch milliseconds; one without a zone is taken as UTC. Null for anything else. */
export function timeField(record: ResoRecord, name: string): number | null {
  const value = record[name];
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}/.test(value)) {
    return null;
  }
  const hasZone = value.length <= 10 || /(Z|[+-]\d{2}:?\d{2})$/i.test(value);
  const ms = Date.parse(hasZone ? value : `${value}Z`);
  return Number.isNaN(ms) ? null : ms;
}

/** Returns a date in days since 1970-01-01; null for anything else. */
export function dayField(record: ResoRecord, name: string): number | null {
  const value = record[name];
  if (typeof value !== "string") return null;
  const ms = Date.parse(`${value.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(ms) ? null : ms / DAY_MS;
}
