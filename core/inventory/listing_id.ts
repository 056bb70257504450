/** Returns the identifier of a source's listing: unique over all sources. */
export function listingId(source: string, key: string): string {
  return `${source}:${key}`;
}

/** Returns the source and its own key of an identifier; null when it is none. */
export function listingKey(
  id: string,
): { readonly source: string; readonly key: string } | null {
  const at = id.indexOf(":");
  return at < 1 ? null : { source: id.slice(0, at), key: id.slice(at + 1) };
}
