/** What a spreadsheet takes for the start of a formula. */
const FORMULA = /^[\s]*[=+\-@\t\r]/;

/** Control characters other than those that lay text out, line separators, and marks that turn text around. */
const MARKS = /(?![\t\r\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Returns a cell's text without what could drive a terminal or break a workbook. */
export function cellText(text: string): string {
  return text.replace(MARKS, "");
}

/**
 * Returns a cell that a spreadsheet shows and never runs: text that would be a formula gets an
 * apostrophe, numbers stay numbers.
 */
export function csvCell(text: string): string {
  const cell = cellText(text);
  return FORMULA.test(cell) && !isNumber(cell) ? `'${cell}` : cell;
}

const isNumber = (text: string): boolean =>
  /^-?\d[\d.eE+-]*$/.test(text) && Number.isFinite(Number(text));
