import { setTimeout as delay } from "node:timers/promises";
import { errorMessage, Fault } from "../../contracts/errors.ts";
import { isLocked, retryDelay } from "./transact.ts";

/** Where the mutable data live. */
export interface StoreLocation {
  /** A file, or the http(s) URL of a KV Connect database; unset means a file in `dataDir`. */
  readonly kvUrl?: string;
  readonly dataDir: string;
}

/**
 * Opens Deno KV, making the data directory when the store is a file in it.
 *
 * @throws {Fault} `invalid_params` with the setting to change, when the file or database cannot be opened
 */
export async function openStore(
  { kvUrl, dataDir }: StoreLocation,
): Promise<Deno.Kv> {
  const at = kvUrl ?? `${dataDir}/twoflat.kv`;
  try {
    if (kvUrl === undefined) {
      await Deno.mkdir(dataDir, { recursive: true, mode: 0o700 });
      await keepPrivate(at);
    }
    return await openKv(at);
  } catch (cause) {
    const field = kvUrl === undefined ? "TWOFLAT_DATA_DIR" : "KV_URL";
    throw new Fault(
      "invalid_params",
      `${field}: the store at ${at} cannot be opened: ${errorMessage(cause)}`,
      {
        field,
        expected: kvUrl === undefined
          ? "a directory that can be written"
          : "a file that can be written, or the http(s) address of a KV Connect database",
        cause,
      },
    );
  }
}

/** How long another process may take to make a new store's tables, milliseconds. */
const MAKING_MS = 10_000;

/** Opens a store, which another process may be making: SQLite locks the file meanwhile. */
async function openKv(at: string): Promise<Deno.Kv> {
  const latest = performance.now() + MAKING_MS;
  for (let n = 1;; n++) {
    try {
      return await Deno.openKv(at);
    } catch (error) {
      if (!isLocked(error) || performance.now() > latest) throw error;
      await delay(retryDelay(n, Math.random));
    }
  }
}

/** Makes a store's file before SQLite does, for its owner alone; SQLite gives its other files the same mode. */
async function keepPrivate(path: string): Promise<void> {
  using _file = await Deno.open(path, {
    create: true,
    write: true,
    mode: 0o600,
  });
  if (Deno.build.os !== "windows") await Deno.chmod(path, 0o600);
}
