import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { Fault } from "../../../contracts/errors.ts";
import { Pointer, type PublishedSnapshots } from "./source.ts";
import { pathExists } from "../path_exists.ts";

/** How long the address may take to tell its newest snapshot, milliseconds. */
const POINTER_MS = 60_000;
/** How long a file may take, milliseconds: one of 2 GB at 2.3 MB a second. */
const FILE_MS = 15 * 60_000;

/** Snapshots kept on disk: the one in use and the one before it. */
const KEPT = 2;

/** A published file is not what it should be: fetching it again would bring the same. */
export class DamagedSnapshot extends Fault {}

/**
 * Returns what the newest published snapshot consists of.
 *
 * @throws {Fault} `upstream_unavailable` when there is none, or it cannot be read
 */
export async function newestSnapshot(
  from: PublishedSnapshots,
): Promise<Pointer> {
  const signal = AbortSignal.timeout(POINTER_MS);
  const answer = await from.get("current.json", signal).catch((cause) => {
    throw unavailable(from, "does not answer", cause);
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw unavailable(from, `answered ${answer.status} to current.json`);
  }
  const parsed = Pointer.safeParse(await answer.json().catch(() => null));
  if (!parsed.success) {
    throw unavailable(from, "holds a current.json that is not ours");
  }
  return parsed.data;
}

/**
 * Brings a published snapshot into a directory, each file compared with its hash. A directory that
 * is there already is used as it is; half a download is never taken for one.
 *
 * @param cache directory of all that were fetched
 * @returns the snapshot's directory
 * @throws {DamagedSnapshot} when a file does not match its hash
 * @throws {Fault} `upstream_unavailable` when a file is missing or does not come whole
 */
export async function fetchSnapshot(
  from: PublishedSnapshots,
  { id, files }: Pointer,
  cache: string,
): Promise<string> {
  const target = join(cache, id);
  if (await pathExists(target)) return target;
  await Deno.mkdir(cache, { recursive: true });
  const partial = await Deno.makeTempDir({ dir: cache, prefix: ".partial-" });
  try {
    for (const entry of files) {
      await fetchFile(from, id, entry, partial).catch((cause) => {
        if (!isBrokenOff(cause)) throw cause;
        throw unavailable(from, `broke off in ${entry.file}`, cause);
      });
    }
    await Deno.rename(partial, target).catch(async (error) => {
      // Another process on this disk was faster.
      if (!await pathExists(target)) throw error;
    });
    return target;
  } finally {
    await Deno.remove(partial, { recursive: true }).catch(() => {});
  }
}

/** Whether the connection broke or took too long. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException;
}

async function fetchFile(
  from: PublishedSnapshots,
  id: string,
  { file, bytes, sha256 }: Pointer["files"][number],
  into: string,
): Promise<void> {
  const signal = AbortSignal.timeout(FILE_MS);
  const answer = await from.get(`${id}/${file}`, signal);
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    throw unavailable(from, `answered ${answer.status} to ${file}`);
  }
  const path = join(into, file);
  await Deno.mkdir(dirname(path), { recursive: true });
  const hash = createHash("sha256");
  let size = 0;
  using handle = await Deno.open(path, { write: true, createNew: true });
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > bytes) break;
    hash.update(chunk);
    for (let at = 0; at < chunk.length;) {
      at += await handle.write(chunk.subarray(at));
    }
  }
  if (size !== bytes || hash.digest("hex") !== sha256) {
    throw new DamagedSnapshot(
      "upstream_unavailable",
      `${from.address} holds a ${file} that does not match its hash`,
      ADDRESS,
    );
  }
  await handle.sync();
}

/** Deletes fetched snapshots beyond the newest two; the one in use stays whatever its age. */
export async function pruneFetched(
  cache: string,
  inUse: string,
): Promise<void> {
  const found: { path: string; at: number }[] = [];
  for await (const { name, isDirectory } of Deno.readDir(cache)) {
    if (!isDirectory || name.startsWith(".") || name === inUse) continue;
    const path = join(cache, name);
    found.push({ path, at: (await Deno.stat(path)).mtime?.getTime() ?? 0 });
  }
  found.sort((a, b) => b.at - a.at);
  for (const { path } of found.slice(KEPT - 1)) {
    await Deno.remove(path, { recursive: true });
  }
}

/** The setting that is wrong. */
const ADDRESS = {
  field: "TWOFLAT_SNAPSHOT",
  expected: "the address of a published snapshot",
};

function unavailable(
  { address }: PublishedSnapshots,
  what: string,
  cause?: unknown,
): Fault {
  return new Fault("upstream_unavailable", `${address} ${what}`, {
    ...ADDRESS,
    cause,
  });
}
