/**
 * Packs the `twoflat` command into one self-extracting file: a shell stub, the Deno binary that
 * runs this script, and the command bundled with its dependencies. The file runs on a machine
 * of the same platform without Deno, npm or network.
 *
 * Beside it: the bill of materials and the licences of what it holds.
 *
 * Usage: `deno task pack [--out FILE] [--store]`; `--store` skips compression (fast, larger).
 */
import { createHash } from "node:crypto";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { dirname } from "node:path";
import { constants, gzipSync } from "node:zlib";
import { VERSION } from "../contracts/version.ts";
import { writeBill } from "./bill_of_materials.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What the packed command may do, beside its entry point. Same as the task `twoflat`. */
const RUN_FLAGS = [
  "--quiet",
  "--no-config",
  "--no-lock",
  "--no-prompt",
  "--cached-only",
  "--unstable-kv",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-net",
  "--allow-sys",
].join(" ");

/** A file inside the pack: its name in the cache carries the hash of its content. */
interface Part {
  readonly name: string;
  readonly packed: Uint8Array;
}

function part(
  prefix: string,
  suffix: string,
  bytes: Uint8Array,
  level: number,
): Part {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  return {
    name: `${prefix}-${hash}${suffix}`,
    packed: gzipSync(bytes, { level }),
  };
}

/** Bundles the command into one JavaScript file. */
async function bundle(): Promise<Uint8Array> {
  const out = await Deno.makeTempFile({ suffix: ".js" });
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
        "-o",
        out,
        "cli/main.ts",
      ],
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) {
      throw new Error(`deno bundle: ${new TextDecoder().decode(stderr)}`);
    }
    return await Deno.readFile(out);
  } finally {
    await Deno.remove(out);
  }
}

/**
 * The shell stub. Each part is unpacked once into the cache, under a temporary name that is then
 * renamed: whoever starts at the same time sees the whole file or none.
 */
function stub(runtime: Part, command: Part): string {
  const body = (runtimeAt: string, commandAt: string) =>
    `#!/bin/sh
# Twoflat ${VERSION} for ${Deno.build.target}: runs without Deno, npm or network.
set -eu
cache="\${TWOFLAT_CACHE:-\${XDG_CACHE_HOME:-$HOME/.cache}/twoflat}"
unpack() {
  [ -e "$cache/$1" ] && return
  mkdir -p "$cache"
  part=$(mktemp "$cache/.part.XXXXXX")
  trap 'rm -f "$part"' EXIT
  tail -c "+$2" "$0" | head -c "$3" | gzip -dc > "$part"
  chmod 755 "$part"
  mv -f "$part" "$cache/$1"
  trap - EXIT
}
unpack ${runtime.name} ${runtimeAt} ${runtime.packed.length}
unpack ${command.name} ${commandAt} ${command.packed.length}
DENO_NO_UPDATE_CHECK=1 DENO_DIR="\${DENO_DIR:-$cache/deno}" exec "$cache/${runtime.name}" run ${RUN_FLAGS} "$cache/${command.name}" "$@"
`;
  const width = 10;
  const length = body("0".repeat(width), "0".repeat(width)).length;
  const at = (offset: number) => String(offset + 1).padStart(width, "0");
  return body(at(length), at(length + runtime.packed.length));
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
const runtime = part(
  `deno-${Deno.version.deno}`,
  "",
  await Deno.readFile(process.execPath),
  level,
);
const command = part(`twoflat-${VERSION}`, ".js", await bundle(), level);
await Deno.mkdir(dirname(values.out), { recursive: true });
using file = await Deno.open(values.out, {
  write: true,
  create: true,
  truncate: true,
  mode: 0o755,
});
const writer = file.writable.getWriter();
await writer.write(new TextEncoder().encode(stub(runtime, command)));
await writer.write(runtime.packed);
await writer.write(command.packed);
await writer.close();
await Deno.chmod(values.out, 0o755);
await writeBill(dirname(values.out));
