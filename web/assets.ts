import { createHash, hash } from "node:crypto";
import { extname } from "node:path";
import { OWN } from "./own.ts";
import { MODULES, VENDOR } from "./vendor.ts";

/** A file that browsers load. */
export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Every file by its name. */
export const ASSETS: ReadonlyMap<string, Asset> = new Map(
  Object.entries({ ...VENDOR, ...OWN }).map(([name, content]) => [
    name,
    assetOf(name, content),
  ]),
);

function assetOf(name: string, content: string | Uint8Array): Asset {
  const bytes = typeof content === "string"
    ? new TextEncoder().encode(content)
    : new Uint8Array(content);
  return { type: TYPES[extname(name)], bytes };
}

/** Where the files are served: the path changes when one of them does, so browsers may keep them for good. */
const ASSET_PATH = `/assets/${versionOf(ASSETS)}`;

function versionOf(assets: ReadonlyMap<string, Asset>): string {
  const sum = createHash("sha256");
  for (const [name, { bytes }] of [...assets].sort()) {
    sum.update(name).update("\0").update(bytes);
  }
  return sum.digest("base64url").slice(0, 12);
}

/** The URL path of a file. */
export function assetUrl(name: string): string {
  return `${ASSET_PATH}/${name}`;
}

/** The import map of the client, and the source expression that allows exactly it. */
export const IMPORT_MAP: { readonly text: string; readonly allowed: string } =
  importMap();

function importMap() {
  const text = JSON.stringify({
    imports: Object.fromEntries(
      Object.entries(MODULES).map(([module, name]) => [module, assetUrl(name)]),
    ),
  });
  return { text, allowed: `'sha256-${hash("sha256", text, "base64")}'` };
}
