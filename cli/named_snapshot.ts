import { join } from "node:path";
import {
  fetchSnapshot,
  newestSnapshot,
  pruneFetched,
} from "../core/snapshot/published/fetch.ts";
import { isAddress, publishedAt } from "../core/snapshot/published/source.ts";
import { openSnapshot, type Snapshot } from "../core/snapshot/open.ts";
import { demoCounty } from "./demo.ts";

/**
 * Opens the snapshot that an option or a setting names: a directory, or an address, from which the
 * newest is fetched where it is not on this disk yet. Without a name, the demo county.
 *
 * @throws {Fault} when there is no usable snapshot there
 */
export async function openNamed(
  named: string | undefined,
  dataDir: string,
): Promise<Snapshot> {
  if (named === undefined) return await demoCounty(dataDir);
  if (!isAddress(named)) return await openSnapshot(named);
  const from = publishedAt(named, (name) => Deno.env.get(name));
  const pointer = await newestSnapshot(from);
  const cache = join(dataDir, "snapshots");
  const dir = await fetchSnapshot(from, pointer, cache);
  await pruneFetched(cache, pointer.id);
  return await openSnapshot(dir);
}
