import type { Manifest } from "./manifest.ts";
import { readManifest } from "./open.ts";

/** What `twoflat snapshot inspect` shows: the manifest and where it lies. */
export interface Inspection {
  readonly dir: string;
  readonly bytes: number;
  readonly manifest: Manifest;
}

/**
 * Describes a snapshot from its manifest alone, without opening tables.
 * @throws {Fault} `not_found` or `invalid_params` as `openSnapshot` does
 */
export async function inspectSnapshot(dir: string): Promise<Inspection> {
  const { at, manifest } = await readManifest(dir);
  const files = [...Object.values(manifest.tables), ...manifest.model.files];
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { dir: at, bytes, manifest };
}
