/**
 * Writes the published contracts to `contracts/published/`, which is committed. Refuses a change
 * that would break a caller, unless it was announced and the version is new (from 1.0.0 on).
 */
import { DEPRECATIONS } from "../contracts/deprecations.ts";
import { Manifest } from "../contracts/manifest.ts";
import { OPERATIONS } from "../core/operations/mod.ts";
import { breaksOf, refusedBreaks } from "../core/catalog/breaking.ts";
import { type Api, apiBreaksOf } from "../core/catalog/breaking_api.ts";
import { openApiOf } from "../core/catalog/openapi.ts";
import { publish } from "../core/catalog/published.ts";
import { manifestOf } from "../core/catalog/tools.ts";
import { compileRegistry } from "../core/service/registry.ts";

const FOLDER = new URL("../contracts/published/", import.meta.url);

/** The file of a published document: `/api/contracts/errors.json` is `contracts-errors.json`. */
export function fileOf(path: string): URL {
  const name = path.replace(/^\/(api|mcp\/v2)\//, "").replaceAll("/", "-")
    .replace(/(\.json)?$/, ".json");
  return new URL(name, FOLDER);
}

/** A published document as it is committed: indented, so that a change shows line by line. */
export function committedText(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2) + "\n";
}

async function writeAll(): Promise<void> {
  const registry = compileRegistry(OPERATIONS);
  const after = manifestOf(registry);
  const manifest = await readPublished("/mcp/v2/manifest");
  const api = await readPublished("/api/openapi.json");
  if (manifest && api) {
    const before = Manifest.parse(manifest);
    const today = new Date().toISOString().slice(0, 10);
    const versions = { before: before.version, after: after.version };
    const refused = refusedBreaks(
      [
        ...breaksOf(before, after),
        ...apiBreaksOf(api as Api, openApiOf(registry) as unknown as Api),
      ],
      versions,
      DEPRECATIONS,
      today,
    );
    if (refused.length > 0) {
      const lines = refused.map(({ what, how, why }) =>
        `breaks callers: ${what}: ${how} (${why})`
      );
      for (const line of new Set(lines)) console.error(line);
      Deno.exit(1);
    }
  }
  for (const { path, text } of publish(registry)) {
    await Deno.writeTextFile(fileOf(path), committedText(text));
  }
}

async function readPublished(path: string): Promise<unknown> {
  try {
    return JSON.parse(await Deno.readTextFile(fileOf(path)));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

if (import.meta.main) await writeAll();
