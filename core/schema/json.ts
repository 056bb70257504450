import { visit } from "jsonc-parser";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import { fieldPath } from "./schema_text.ts";

/** Objects and arrays within each other in a request body; our deepest input has five with its envelope. */
const JSON_DEPTH = 32;

/**
 * Parses JSON that came from outside, strictly: no key twice in one object (a reader could not
 * know which one counts), no key that means the prototype, no nesting beyond
 * 32 levels.
 *
 * @throws {Fault} `invalid_params` that names what is wrong; for a repeated key, its path
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidParams("body", "valid JSON", "the body is not valid JSON");
  }
  if (!isPlain(text, value)) checkStructure(text);
  return value;
}

/**
 * Whether a text is so plain that there is nothing to check: it has no more brackets than it may
 * have levels, and written back it is the same, so no key was there twice. Most bodies are.
 */
function isPlain(text: string, value: unknown): boolean {
  const brackets = text.match(/[[{]/g)?.length ?? 0;
  return brackets <= JSON_DEPTH &&
    !text.includes("__proto__") && JSON.stringify(value) === text;
}

/** Walks valid JSON. */
function checkStructure(text: string): void {
  /** Keys seen in each open object or array. */
  const open: Set<string>[] = [];
  const enter = () => {
    open.push(new Set());
    if (open.length > JSON_DEPTH) {
      throw new Fault("invalid_params", "the body is nested too deeply", {
        field: "body",
        expected: `at most ${JSON_DEPTH} levels of nesting`,
      });
    }
  };
  const leave = () => void open.pop();
  visit(text, {
    onObjectBegin: enter,
    onArrayBegin: enter,
    onObjectEnd: leave,
    onArrayEnd: leave,
    onObjectProperty: (key, _offset, _length, _line, _column, path) => {
      const keys = open[open.length - 1];
      if (keys.has(key)) {
        throw invalidParams(fieldPath([...path(), key]), "given once");
      }
      if (key === "__proto__") {
        throw invalidParams(fieldPath([...path(), key]), "left out");
      }
      keys.add(key);
    },
  }, { disallowComments: true });
}
