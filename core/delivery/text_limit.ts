/**
 * Returns the text cut to so many UTF-16 units, with an ellipsis where something is missing. Never
 * cuts a character in two.
 */
export function limited(text: string, units: number): string {
  if (text.length <= units) return text;
  const end = units - 1;
  const splits = /[\ud800-\udbff]/.test(text[end - 1]);
  return `${text.slice(0, splits ? end - 1 : end)}…`;
}
