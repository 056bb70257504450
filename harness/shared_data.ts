import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A path in the real data beside the checkout, or undefined (with a printed line) where it is missing. */
export function sharedData(path: string): string | undefined {
  const at = fileURLToPath(
    new URL(`../../shared/data/${path}`, import.meta.url),
  );
  if (existsSync(at)) return at;
  console.log(`skipped: ../shared/data/${path} is missing`);
  return undefined;
}
