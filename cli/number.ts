/**
 * A number typed on the command line; text that is none is passed on as it is, so that the
 * operation's own contract names the field and what it expects.
 */
export function numberOr(text: string): number | string {
  const plain = text.trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)
    ? Number(plain)
    : text;
}
