import { Fault } from "../../contracts/errors.ts";

/** A value a dataset gives, and the column names it goes by. */
export interface Field {
  /** Accepted column names, newest first; the first one that the header has is read. Case does not matter. */
  readonly names: readonly string[];
  /** A file may lack the column: then every cell reads `""`. */
  readonly optional: boolean;
}

/** A dataset's fields by the name the code uses. */
export type Fields = Readonly<Record<string, Field>>;

/** The cells of one row by field. */
export type Cells<F extends Fields> = { readonly [K in keyof F]: string };

/** A column that must be there. */
export const required = (...names: string[]): Field => ({
  names,
  optional: false,
});

/** A column that may be missing. */
export const optional = (...names: string[]): Field => ({
  names,
  optional: true,
});

/** What a header belongs to, for messages. */
export interface Origin {
  readonly dataset: string;
  readonly file: string;
}

/**
 * The position of each field's column in a header; an optional field that it lacks is left out.
 * @throws {Fault} `invalid_params` that names every missing column with its accepted spellings
 */
export function locateFields(
  fields: Fields,
  header: readonly string[],
  { dataset, file }: Origin,
): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  const twice = new Set<string>();
  header.forEach((name, at) => {
    const key = name.toLowerCase();
    if (positions.has(key)) twice.add(key);
    else positions.set(key, at);
  });
  const missing: string[] = [];
  const found = new Map<string, number>();
  for (const [field, { names, optional }] of Object.entries(fields)) {
    const name = names.find((name) => positions.has(name.toLowerCase()))
      ?.toLowerCase();
    if (name === undefined) {
      if (!optional) missing.push(field);
      continue;
    }
    if (twice.has(name)) {
      throw new Fault(
        "invalid_params",
        `${file}: column ${name} occurs more than once`,
        { field: name, expected: "each column once" },
      );
    }
    found.set(field, positions.get(name)!);
  }
  if (missing.length > 0) {
    const spellings = missing.map((field) =>
      `${field} (accepted: ${fields[field].names.join(", ")})`
    );
    throw new Fault(
      "invalid_params",
      `${file}, read as ${dataset}, has no column for ${spellings.join("; ")}`,
      {
        field: missing[0],
        expected: `a column named ${fields[missing[0]].names.join(" or ")}`,
      },
    );
  }
  return found;
}

/**
 * Finds a dataset's columns in a header. The function it returns reads a row's cells, trimmed,
 * into one object that is used again for every row.
 * @throws {Fault} as `locateFields` does
 */
export function bindFields<F extends Fields>(
  fields: F,
  header: readonly string[],
  origin: Origin,
): (row: readonly string[]) => Cells<F> {
  const found = [...locateFields(fields, header, origin)];
  const cells: Record<string, string> = {};
  for (const field of Object.keys(fields)) cells[field] = "";
  return (row) => {
    for (let i = 0; i < found.length; i++) {
      cells[found[i][0]] = row[found[i][1]].trim();
    }
    return cells as Cells<F>;
  };
}
