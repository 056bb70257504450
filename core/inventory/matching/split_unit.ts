/** Splits a street line from the apartment that follows it: `12 N Oak St #3`, `12 N Oak St Unit 3B`. */
export function splitUnit(
  line: string,
): { readonly address: string; readonly unit: string | null } {
  const match =
    /^(.*?\S)[\s,]+(?:#|(?:apt|apartment|unit|ste|suite)\b\.?\s*#?)\s*([a-z]?\d[\w-]*|[a-z]|ph\w*)$/i
      .exec(line.trim());
  return match
    ? { address: match[1].replace(/,$/, ""), unit: match[2] }
    : { address: line.trim(), unit: null };
}
