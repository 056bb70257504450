import { basename, dirname, join, resolve } from "node:path";

/** Where a snapshot waits while it is being replaced, see `replaceDirectory`. */
export function previousOf(dir: string): string {
  return `${resolve(dir)}.previous`;
}

/**
 * Fills a new directory and puts it in the place of `dir`. `fill` writes into a temporary
 * sibling; only when it has finished does the sibling take the name. When it throws or
 * `signal` aborts, the sibling is removed and `dir` is as it was.
 *
 * A process killed between the two renames leaves the old directory as `<dir>.previous`,
 * where `openSnapshot` still finds it.
 */
export async function replaceDirectory(
  dir: string,
  fill: (partial: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const target = resolve(dir);
  const previous = previousOf(dir);
  await Deno.mkdir(dirname(target), { recursive: true });
  const partial = join(
    dirname(target),
    `.${basename(target)}.partial-${crypto.randomUUID().slice(0, 8)}`,
  );
  await Deno.mkdir(partial);
  try {
    await fill(partial);
    signal?.throwIfAborted();
    if (await exists(target)) {
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

async function remove(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
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
