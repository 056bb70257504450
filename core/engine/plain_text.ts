/** Longest name or address that a property has, characters. */
const MOST = 120;

/** Characters that move, hide or color the text around them: controls, escapes, directions, joiners. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/**
 * Returns text of a source as it may stand in a terminal, a table and a prompt: one line of at
 * most `most` printable characters. Whoever writes a public record or a listing chooses this text.
 */
export function plainText(text: string, most = MOST): string {
  const line = text.replace(UNPRINTABLE, " ").replace(/\s+/g, " ").trim();
  return [...line].slice(0, most).join("").trim();
}
