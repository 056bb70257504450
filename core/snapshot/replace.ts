import { errorMessage, Fault } from "../../contracts/errors.ts";
import { basename, dirname, join, resolve } from "node:path";
import { pathExists } from "./path_exists.ts";

/** Where a snapshot waits while it is being replaced, see `replaceDirectory`. */
export function previousOf(dir: string): string {
  return `${resolve(dir)}.previous`;
}

/** How often to look whether another writer has ended, milliseconds. */
const TURN_MS = 100;

/**
 * Fills a new directory and puts it in the place of `dir`. `fill` writes into a temporary
 * sibling; only when it has finished does the sibling take the name. When it throws or
 * `signal` aborts, the sibling is removed and `dir` is as it was. One process at a time writes
 * into a parent directory, others wait; what a killed one left half-made is removed.
 *
 * A process killed between the two renames leaves the old directory as `<dir>.previous`,
 * where `openSnapshot` still finds it.
 *
 * @throws {Fault} `invalid_params` when `dir` cannot be written
 */
export async function replaceDirectory(
  dir: string,
  fill: (partial: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const target = await targetOf(dir);
  const parent = dirname(target);
  const previous = previousOf(target);
  const mark = `.${basename(target)}.partial-`;
  using _turn = await takeTurn(parent, signal);
  for await (const { name } of Deno.readDir(parent)) {
    if (name.startsWith(mark)) await remove(join(parent, name));
  }
  const partial = join(parent, mark + crypto.randomUUID().slice(0, 8));
  await Deno.mkdir(partial);
  try {
    await fill(partial);
    signal?.throwIfAborted();
    if (await pathExists(target)) {
      await remove(previous);
      await Deno.rename(target, previous);
    }
    await Deno.rename(partial, target);
  } catch (error) {
    await remove(partial);
    throw error;
  }
  await remove(previous);
}

/**
 * Makes sure that a directory can be replaced, before the work that fills it: makes its parent,
 * and tries to write there.
 *
 * @throws {Fault} `invalid_params` with the path that cannot be written
 */
export async function checkReplaceable(dir: string): Promise<void> {
  await Deno.remove(await probe(dirname(await targetOf(dir))));
}

/** Where a link leads, so that what it names is replaced and not the link. */
async function targetOf(dir: string): Promise<string> {
  const path = resolve(dir);
  try {
    return await Deno.realPath(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw unwritable(path, error);
  }
  if (await pathExists(path)) throw unwritable(path, "it is a link to nothing");
  return path;
}

async function probe(parent: string): Promise<string> {
  try {
    await Deno.mkdir(parent, { recursive: true });
    return await Deno.makeTempDir({ dir: parent, prefix: ".twoflat-" });
  } catch (error) {
    throw unwritable(parent, error);
  }
}

function unwritable(path: string, cause: unknown): Fault {
  const why = errorMessage(cause);
  return new Fault("invalid_params", `${path} cannot be written: ${why}`, {
    field: "out",
    expected: "a directory that can be written",
    cause,
  });
}

/** Waits until no other process writes into a directory; the turn ends with what is returned, or with the process. */
async function takeTurn(
  parent: string,
  signal?: AbortSignal,
): Promise<Deno.FsFile> {
  await Deno.remove(await probe(parent));
  const turn = await Deno.open(parent, { read: true });
  while (!await turn.tryLock(true)) {
    await new Promise((done) => setTimeout(done, TURN_MS));
    if (signal?.aborted) {
      turn.close();
      throw signal.reason;
    }
  }
  return turn;
}

async function remove(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Writes a file and waits until it is on disk. */
export async function writeDurably(
  dir: string,
  file: string,
  bytes: Uint8Array,
): Promise<void> {
  using handle = await Deno.open(join(dir, file), {
    write: true,
    createNew: true,
  });
  let written = 0;
  while (written < bytes.length) {
    written += await handle.write(bytes.subarray(written));
  }
  await handle.sync();
}
