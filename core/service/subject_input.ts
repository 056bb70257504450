/** The input fields that name a property. */
export type SubjectInput =
  | { readonly property_id: string }
  | { readonly lat: number; readonly lon: number }
  | { readonly address: string };

const NUMBER = String.raw`[+-]?\d+(?:\.\d+)?`;
const POINT = new RegExp(`^(${NUMBER})\\s*,\\s*(${NUMBER})$`);

/**
 * Reads a property as people write it in a path or on a command line: `41.85,-87.65` is a
 * point, digits and dashes alone are a property_id, anything else is an address.
 */
export function subjectInput(text: string): SubjectInput {
  const trimmed = text.trim();
  const point = POINT.exec(trimmed);
  if (point) return { lat: Number(point[1]), lon: Number(point[2]) };
  if (/^\d[\d-]*$/.test(trimmed)) return { property_id: trimmed };
  return { address: trimmed };
}
