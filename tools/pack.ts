/**
 * Packs the `twoflat` command into one self-extracting file: a shell stub, the Deno binary that
 * runs this script, and the command bundled with its dependencies, server and map included. The file runs on a machine
 * of the same platform without Deno, npm or network.
 *
 * Beside it: the bill of materials and the licenses of what it holds.
 *
 * Usage: `deno task pack [--out FILE] [--store]`; `--store` skips compression (fast, larger).
 */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { basename, dirname, join, relative } from "node:path";
import { constants, gzipSync } from "node:zlib";
import { VERSION } from "../contracts/version.ts";
import { writeBill } from "./bill_of_materials.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What is bundled: the command first, then the modules that it loads into threads. */
const ENTRIES = [
  "cli/main.ts",
  "core/delivery/outbound_thread.ts",
  "core/inventory/index/score_worker.ts",
  "core/jobs/county/county_worker.ts",
  "core/tiles/tile_worker.ts",
];

/** What the packed command may do, beside its entry point. Same as the task `twoflat`. */
const RUN_FLAGS = [
  "--quiet",
  "--no-config",
  "--no-lock",
  "--no-prompt",
  "--cached-only",
  "--unstable-kv",
  "--unstable-cron",
  "--unstable-no-legacy-abort",
  "--unstable-worker-options",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-net",
  "--allow-sys",
].join(" ");

/** A file inside the pack: its path in the cache carries the hash of its content. */
interface Part {
  readonly path: string;
  readonly packed: Uint8Array;
}

const hashOf = (bytes: readonly Uint8Array[]) =>
  bytes.reduce((sum, each) => sum.update(each), createHash("sha256"))
    .digest("hex").slice(0, 16);

/**
 * Bundles the entries. Modules that only some commands load are files of their own, so that a command reads
 * no more than it needs.
 *
 * @returns each file's text by its path
 */
async function bundle(): Promise<[string, string][]> {
  const dir = await Deno.makeTempDir();
  try {
    const { success, stderr } = await new Deno.Command(process.execPath, {
      cwd: ROOT,
      args: [
        "bundle",
        "--quiet",
        "--lock=product.lock",
        "--platform",
        "deno",
        "--keep-names",
        "--code-splitting",
        "--outdir",
        dir,
        ...ENTRIES,
      ],
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) {
      throw new Error(`deno bundle: ${new TextDecoder().decode(stderr)}`);
    }
    const files = (await readdir(dir, { recursive: true }))
      .filter((path) => path.endsWith(".js")).sort();
    return files.map((path) => [
      path,
      withThreads(path, Deno.readTextFileSync(join(dir, path))),
    ]);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/** Points the text of a bundled file to the modules of threads as they are bundled. */
function withThreads(path: string, text: string): string {
  return text.replace(
    /import\.meta\.resolve\("\.\/(\w+\.ts)"\)/g,
    (whole, name) => {
      const entry = ENTRIES.find((each) => basename(each) === name);
      return entry === undefined
        ? whole
        : `import.meta.resolve("./${relative(dirname(path), bundled(entry))}")`;
    },
  );
}

/** Returns where an entry lies when bundled. */
function bundled(entry: string): string {
  return entry.replace(/\.ts$/, ".js");
}

/**
 * The shell stub. Each part is unpacked once into the cache, under a temporary name that is then
 * renamed: whoever starts at the same time sees the whole file or none.
 */
function stub(runtime: Part, modules: readonly Part[], main: string): string {
  const parts = [runtime, ...modules];
  const body = (at: (part: number) => string) =>
    `#!/bin/sh
# Twoflat ${VERSION} for ${Deno.build.target}: runs without Deno, npm or network.
set -eu
cache="\${TWOFLAT_CACHE:-\${XDG_CACHE_HOME:-$HOME/.cache}/twoflat}"
unpack() {
  [ -e "$cache/$1" ] && return
  mkdir -p "$(dirname "$cache/$1")"
  part=$(mktemp "$cache/.part.XXXXXX")
  trap 'rm -f "$part"' EXIT
  tail -c "+$2" "$0" | head -c "$3" | gzip -dc > "$part"
  chmod 755 "$part"
  mv -f "$part" "$cache/$1"
  trap - EXIT
}
${
      parts.map(({ path, packed }, part) =>
        `unpack ${path} ${at(part)} ${packed.length}`
      ).join("\n")
    }
PACKED_AS=$0 DENO_NO_UPDATE_CHECK=1 DENO_DIR="\${DENO_DIR:-$cache/deno}" exec "$cache/${runtime.path}" run ${RUN_FLAGS} "$cache/${main}" "$@"
`;
  const width = 10;
  const { length } = body(() => "0".repeat(width));
  const before = (part: number) =>
    parts.slice(0, part).reduce((sum, { packed }) => sum + packed.length, 0);
  return body((part) => String(length + before(part) + 1).padStart(width, "0"));
}

const { values } = parseArgs({
  args: Deno.args,
  options: {
    out: { type: "string", default: `${ROOT}dist/twoflat` },
    store: { type: "boolean", default: false },
  },
});
const level = values.store
  ? constants.Z_NO_COMPRESSION
  : constants.Z_BEST_COMPRESSION;
const pack = (path: string, bytes: Uint8Array): Part => ({
  path,
  packed: gzipSync(bytes, { level }),
});
const deno = await Deno.readFile(process.execPath);
const runtime = pack(`deno-${Deno.version.deno}-${hashOf([deno])}`, deno);
const encoder = new TextEncoder();
const files = (await bundle())
  .map(([path, text]) => ({ path, bytes: encoder.encode(text) }));
const folder = `twoflat-${VERSION}-${hashOf(files.map(({ bytes }) => bytes))}`;
const modules = files.map(({ path, bytes }) =>
  pack(`${folder}/${path}`, bytes)
);
await Deno.mkdir(dirname(values.out), { recursive: true });
using file = await Deno.open(values.out, {
  write: true,
  create: true,
  truncate: true,
  mode: 0o755,
});
const writer = file.writable.getWriter();
const main = `${folder}/${bundled(ENTRIES[0])}`;
await writer.write(encoder.encode(stub(runtime, modules, main)));
for (const { packed } of [runtime, ...modules]) await writer.write(packed);
await writer.close();
await Deno.chmod(values.out, 0o755);
await writeBill(dirname(values.out));
const { size } = await Deno.stat(values.out);
console.log(
  `${values.out}: ${
    Math.round(size / 1e6)
  } MB, for ${Deno.build.target}; beside it the bill of materials and the licenses`,
);
