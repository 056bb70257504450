/** What a spreadsheet takes for the start of a formula. */
const FORMULA = /^[\s]*[=+\-@\t\r]/;

/**
 * Returns a cell that a spreadsheet shows and never runs: text that would be a formula gets an
 * apostrophe, numbers stay numbers.
 */
export function csvCell(text: string): string {
  return FORMULA.test(text) && !isNumber(text) ? `'${text}` : text;
}

const isNumber = (text: string): boolean =>
  /^-?\d[\d.eE+-]*$/.test(text) && Number.isFinite(Number(text));
