/**
 * Returns whether there is something at a path: a file, a directory or a link, also one to nothing.
 *
 * Throws what the system refuses, as for a directory that may not be read.
 */
export async function pathExists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
