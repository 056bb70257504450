import { dirname, join } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import type { Manifest } from "./manifest.ts";
import { readManifest } from "./open.ts";
import { replaceDirectory } from "./replace.ts";
import { writeManifest } from "./write.ts";

/** What becomes of a snapshot: files that stay, and what is written beside them. */
export interface Amendment {
  /** Files of the old directory that the new one shares. */
  readonly kept: readonly string[];
  /** Writes the other files and gives the new manifest. */
  write(partial: string, old: Manifest): Promise<Manifest>;
}

/**
 * Replaces a snapshot by one that shares most of its files. They are hard links, so the step is as quick as what
 * is new is small, and as atomic as `writeSnapshot`. Returns the new manifest.
 *
 * @throws {Fault} `conflict` when another snapshot than `expected` stands there by now
 */
export async function amendSnapshot(
  dir: string,
  expected: string,
  amend: (old: Manifest) => Amendment,
  signal?: AbortSignal,
): Promise<Manifest> {
  let manifest: Manifest | undefined;
  await replaceDirectory(dir, async (partial) => {
    // Read now that no other program writes here.
    const { at, manifest: old } = await readManifest(dir);
    if (old.id !== expected) {
      throw new Fault(
        "conflict",
        `${dir} was replaced meanwhile; it was left alone`,
        {
          field: "snapshot",
          expected: "the snapshot that was there: try again",
        },
      );
    }
    const { kept, write } = amend(old);
    for (const file of kept) {
      await Deno.mkdir(dirname(join(partial, file)), { recursive: true });
      await linkOrCopy(join(at, file), join(partial, file));
    }
    manifest = await write(partial, old);
    await writeManifest(partial, manifest);
  }, signal);
  return manifest!;
}

/** Shares a file between two directories; copies it where the file system has no hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await Deno.link(from, to);
  } catch {
    await Deno.copyFile(from, to);
  }
}
