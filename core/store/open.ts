/** Where the mutable data live. */
export interface StoreLocation {
  /** A file, or the http(s) URL of a KV Connect database; unset means a file in `dataDir`. */
  readonly kvUrl?: string;
  readonly dataDir: string;
}

/**
 * Opens Deno KV, making the data directory when the store is a file in it.
 *
 * @throws {Deno.errors.PermissionDenied | TypeError} when the file or database cannot be opened
 */
export async function openStore(
  { kvUrl, dataDir }: StoreLocation,
): Promise<Deno.Kv> {
  if (kvUrl !== undefined) return await Deno.openKv(kvUrl);
  await Deno.mkdir(dataDir, { recursive: true });
  return await Deno.openKv(`${dataDir}/twoflat.kv`);
}
