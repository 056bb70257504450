import { join } from "node:path";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import { sha256, snapshotId } from "./id.ts";
import { type Manifest, parseManifest } from "./manifest.ts";
import { readManifest } from "./open.ts";
import { replaceDirectory, writeDurably } from "./replace.ts";
import { writeManifest } from "./write.ts";

/**
 * Puts the files of a fitted model into a snapshot, in the place of any earlier ones, and
 * gives it a new id. The tables are shared with the old directory by hard links, so the step
 * is as quick as the model is small, and as atomic as `writeSnapshot`.
 *
 * @param files content by file name, for example `trees-sfh-0.bin`; stored under `model/`
 * @param fitted id of the snapshot that the model was trained on
 * @param about what the fit says about itself, kept in the manifest as `model.about`. It is not
 *   part of the id: what changes an answer belongs into `files`
 * @returns the new manifest
 * @throws {Fault} `conflict` when another snapshot stands there by now: the model is not of it
 */
export async function withModel(
  dir: string,
  fitted: string,
  files: ReadonlyMap<string, Uint8Array>,
  about: Manifest["model"]["about"],
  signal?: AbortSignal,
): Promise<Manifest> {
  const { at, manifest: old } = await readManifest(dir);
  checkSame(old);
  for (const name of files.keys()) {
    if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(name)) {
      throw invalidParams("files", "plain file names");
    }
  }
  const tables = Object.values(old.tables);
  const entries = [...files].map(([name, bytes]) => ({
    file: `model/${name}`,
    bytes: bytes.length,
    sha256: sha256(bytes),
  })).sort((a, b) => (a.file < b.file ? -1 : 1));
  const manifest = parseManifest(
    JSON.stringify({
      ...old,
      id: snapshotId([...tables, ...entries], old.synthetic),
      model: { files: entries, about },
    }),
    dir,
  );
  await replaceDirectory(dir, async (partial) => {
    // Again, now that no other program writes here.
    checkSame((await readManifest(dir)).manifest);
    for (const { file } of tables) {
      await linkOrCopy(join(at, file), join(partial, file));
    }
    await Deno.mkdir(join(partial, "model"));
    for (const [name, bytes] of files) {
      await writeDurably(join(partial, "model"), name, bytes);
    }
    await writeManifest(partial, manifest);
  }, signal);
  return manifest;

  function checkSame({ id }: Manifest): void {
    if (id === fitted) return;
    throw new Fault(
      "conflict",
      `${dir} was replaced while the model was trained; it was left alone`,
      { field: "snapshot", expected: "the snapshot that was there: fit again" },
    );
  }
}

/** Shares a file between two directories; copies it where the file system has no hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await Deno.link(from, to);
  } catch {
    await Deno.copyFile(from, to);
  }
}
