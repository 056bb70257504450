import { quoteUntrusted } from "../../contracts/errors.ts";

/** What a property is called by. */
interface Named {
  readonly address: string | null;
  readonly property_id: string | null;
}

/**
 * Returns a property's name for a text that a model reads: its address, which is anybody's words,
 * stands in quotes; else its id, else `otherwise`.
 */
export function subjectName(
  { address, property_id }: Named,
  otherwise = "this point",
): string {
  return address ? quoteUntrusted(address) : property_id ?? otherwise;
}

/** Returns a property's name with the identifier by which other calls name it, else `otherwise`. */
export function namedWithPin(named: Named, otherwise: string): string {
  const name = subjectName(named, otherwise);
  return named.address && named.property_id
    ? `${name} (PIN ${named.property_id})`
    : name;
}
