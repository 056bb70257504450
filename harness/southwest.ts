import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ingestDirectory } from "../core/ingest/directory.ts";
import { openSnapshot, type Snapshot } from "../core/snapshot/open.ts";
import { sharedData } from "./shared_data.ts";

/** A snapshot of three real Cook County townships with both counties' reference tables; undefined where the data are missing. */
export async function southwestSnapshot(): Promise<Snapshot | undefined> {
  const from = sharedData("cook_southwest");
  const reference = sharedData("reference");
  if (!from || !reference) return undefined;
  const dir = await mkdtemp(join(tmpdir(), "twoflat-southwest-"));
  try {
    const out = join(dir, "snapshot");
    await ingestDirectory({ from: [from], reference: [reference], out });
    return await openSnapshot(out);
  } finally {
    await rm(dir, { recursive: true });
  }
}
