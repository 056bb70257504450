/** What JSON leaves as it is and drives a terminal or a reader: C1 controls, line ends, marks that turn text around. */
const MARKS = /[\u007f-\u009f\u2028\u2029]|\p{Bidi_Control}/gu;

/** Returns a value as JSON for a terminal or a model. What could drive either is escaped, and reads back the same. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    MARKS,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
