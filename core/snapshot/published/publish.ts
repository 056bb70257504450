import { createHash } from "node:crypto";
import { join } from "node:path";
import { openSnapshot } from "../open.ts";
import type { Pointer, PublishedSnapshots } from "./source.ts";

/**
 * Publishes a snapshot: its files first, what names them last, so that a reader never finds half
 * of one. The snapshot is checked before.
 *
 * @param onFile told before each file is sent
 * @throws {Fault} when the snapshot is damaged or the store cannot be written
 */
export async function publishSnapshot(
  dir: string,
  to: PublishedSnapshots,
  onFile: (file: string) => void = () => {},
): Promise<Pointer> {
  const snapshot = await openSnapshot(dir);
  const files: Pointer["files"] = [];
  for (const file of await filesOf(snapshot.dir)) {
    const bytes = await Deno.readFile(join(snapshot.dir, file));
    onFile(file);
    await to.put(`${snapshot.id}/${file}`, bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    files.push({ file, bytes: bytes.length, sha256 });
  }
  const pointer: Pointer = {
    format: 1,
    id: snapshot.id,
    published_at: new Date().toISOString(),
    files,
  };
  const text = new TextEncoder().encode(JSON.stringify(pointer));
  await to.put("current.json", text);
  return pointer;
}

/** Every file below a directory, with slashes. */
async function filesOf(dir: string, below = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(join(dir, below))) {
    const path = below === "" ? name : `${below}/${name}`;
    if (isDirectory) found.push(...await filesOf(dir, path));
    else found.push(path);
  }
  return found.sort();
}
