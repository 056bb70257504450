import { join } from "node:path";
import { z } from "zod";

const SOURCE_FILE = "source.json";
const Source = z.object({ synthetic: z.boolean() });

/** Most data come without the file, and some with another one of that name. */
const NO_SUCH_FILE = [
  Deno.errors.NotFound,
  Deno.errors.NotADirectory,
  SyntaxError,
  z.ZodError,
];

/** Whether a directory to ingest says of itself, in `source.json`, that its data are synthetic. */
export async function saysMadeUp(paths: readonly string[]): Promise<boolean> {
  for (const path of paths) {
    try {
      const text = await Deno.readTextFile(join(path, SOURCE_FILE));
      if (Source.parse(JSON.parse(text)).synthetic) return true;
    } catch (error) {
      if (!NO_SUCH_FILE.some((kind) => error instanceof kind)) throw error;
    }
  }
  return false;
}
