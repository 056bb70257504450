import { join } from "node:path";
import { invalidParams } from "../../contracts/errors.ts";
import { amendSnapshot } from "./amend.ts";
import { sha256, snapshotId } from "./id.ts";
import { type Manifest, parseManifest } from "./manifest.ts";
import { writeDurably } from "./replace.ts";

/**
 * Puts the files of a fitted model into a snapshot, in the place of any earlier ones, and
 * gives it a new id. The tables are shared with the old directory.
 *
 * @param files content by file name, for example `trees-sfh-0.bin`; stored under `model/`
 * @param fitted id of the snapshot that the model was trained on
 * @param about what the fit says about itself, kept in the manifest as `model.about`. It is not
 *   part of the id: what changes an answer belongs into `files`
 * @returns the new manifest
 * @throws {Fault} `conflict` when another snapshot stands there by now: the model is not of it
 */
export function withModel(
  dir: string,
  fitted: string,
  files: ReadonlyMap<string, Uint8Array>,
  about: Manifest["model"]["about"],
  signal?: AbortSignal,
): Promise<Manifest> {
  for (const name of files.keys()) {
    if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(name)) {
      throw invalidParams("files", "plain file names");
    }
  }
  const entries = [...files].map(([name, bytes]) => ({
    file: `model/${name}`,
    bytes: bytes.length,
    sha256: sha256(bytes),
  })).sort((a, b) => (a.file < b.file ? -1 : 1));
  return amendSnapshot(dir, fitted, ({ tables }) => ({
    kept: Object.values(tables).map(({ file }) => file),
    async write(partial, old) {
      await Deno.mkdir(join(partial, "model"));
      for (const [name, bytes] of files) {
        await writeDurably(join(partial, "model"), name, bytes);
      }
      return parseManifest(
        JSON.stringify({
          ...old,
          id: snapshotId([...Object.values(tables), ...entries], old.synthetic),
          model: { files: entries, about },
        }),
        dir,
      );
    },
  }), signal);
}
