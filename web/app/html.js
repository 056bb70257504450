import htm from "htm";
import { h } from "preact";

/** Elements of the page, written as markup in a template. The package's types are those of its CommonJS module. */
export const html = /** @type {typeof htm.default} */ (
  /** @type {unknown} */ (htm)
).bind(h);
