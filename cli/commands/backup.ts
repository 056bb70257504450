import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { dirname } from "node:path";
import { z } from "zod";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import {
  copyStoreFile,
  digestStore,
  isEmptyStore,
  restoreRows,
  type StoreDigest,
} from "../../core/store/backup.ts";
import { openStore, type StoreLocation } from "../../core/store/open.ts";
import { settings } from "../context.ts";
import { count } from "../format.ts";
import { jsonOption } from "../options.ts";
import { note, print, printJson } from "../output.ts";
import { pathExists } from "../../core/snapshot/path_exists.ts";

/** What stands beside a backup, to check it by. */
const Label = z.object({
  made_at: z.iso.datetime(),
  rows: z.int(),
  sha256: z.string(),
}).strict();

/** `twoflat backup`: a copy of the store, consistent while servers keep writing. */
export function backupCommand(): CommandUnknownOpts {
  return new Command("backup")
    .summary("copy the store while servers run")
    .description(
      "Copies keys, saved items, events, alerts, queues and audit of the store (TWOFLAT_DATA_DIR or KV_URL) at one moment. FILE is a Deno KV file; FILE.json holds its digest. Back up a KV Connect database on the machine where it runs.",
    )
    .argument("<file>", "file to write; must not exist")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  $ twoflat backup backups/2026-11-22.kv",
    )
    .action(async (file, { json }) => {
      const { kvUrl, dataDir } = settings();
      if (kvUrl !== undefined && /^https?:/.test(kvUrl)) {
        throw invalidParams(
          "KV_URL",
          "a file; back up a KV Connect database where it runs, see docs/operating.md",
        );
      }
      if (await pathExists(file)) {
        throw invalidParams("file", "a path that does not exist yet");
      }
      const path = kvUrl ?? `${dataDir}/twoflat.kv`;
      if (!await pathExists(path)) {
        throw new Fault("not_found", `there is no store at ${path}`, {
          field: kvUrl === undefined ? "TWOFLAT_DATA_DIR" : "KV_URL",
          expected: "where a store is",
        });
      }
      await Deno.mkdir(dirname(file), { recursive: true }).catch((cause) => {
        throw invalidParams(
          "file",
          "a path whose folder exists or can be made",
          `${dirname(file)} cannot be made: ${cause.message}`,
        );
      });
      const made_at = new Date().toISOString();
      const digest = await copyStoreFile(path, file);
      await Deno.chmod(file, 0o600);
      const label = { made_at, ...digest };
      await Deno.writeTextFile(`${file}.json`, `${JSON.stringify(label)}\n`);
      if (json) return printJson({ file, ...label });
      print(`${file}: ${count(digest.rows)} rows, as of ${made_at}`);
      note("it holds secrets: webhook keys and hashes of credentials");
    });
}

/** Reads what stands beside a backup. */
async function labelOf(file: string): Promise<z.infer<typeof Label>> {
  try {
    return Label.parse(JSON.parse(await Deno.readTextFile(`${file}.json`)));
  } catch {
    throw invalidParams(
      "file",
      "a backup with its digest beside it, as `twoflat backup` wrote both",
      `${file}.json cannot be read`,
    );
  }
}

async function digestOf(file: string): Promise<StoreDigest> {
  using backup = await Deno.openKv(file);
  return await digestStore(backup);
}

/** SQLite would put what a crashed server left beside a store into the restored one. */
async function refuseLeftovers(
  { kvUrl, dataDir }: StoreLocation,
): Promise<void> {
  const path = kvUrl ?? `${dataDir}/twoflat.kv`;
  if (await pathExists(path) || !await pathExists(`${path}-wal`)) return;
  throw new Fault("conflict", `${path}-wal of an earlier store is left`, {
    field: kvUrl === undefined ? "TWOFLAT_DATA_DIR" : "KV_URL",
    expected: `no ${path}-wal and -shm: move them away with their store`,
  });
}

/** `twoflat restore`: a backup into an empty store. */
export function restoreCommand(): CommandUnknownOpts {
  return new Command("restore")
    .summary("restore a backup into an empty store")
    .description(
      "Checks the backup against FILE.json, copies it into the configured store, and compares the two row by row. Refuses a store that is not empty. Servers must be stopped.",
    )
    .argument("<file>", "a file written by `twoflat backup`")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  $ TWOFLAT_DATA_DIR=new twoflat restore backups/2026-11-22.kv",
    )
    .action(async (file, { json }) => {
      if (!await pathExists(file)) {
        throw new Fault("not_found", `there is no backup at ${file}`, {
          field: "file",
          expected: "a file written by `twoflat backup`",
        });
      }
      const label = await labelOf(file);
      const found = await digestOf(file);
      if (found.sha256 !== label.sha256) {
        throw invalidParams("file", "a backup that matches its digest");
      }
      await refuseLeftovers(settings());
      using store = await openStore(settings());
      if (!await isEmptyStore(store)) {
        throw new Fault("conflict", "the store is not empty", {
          field: "TWOFLAT_DATA_DIR",
          expected: "a new directory, or an empty database in KV_URL",
        });
      }
      await restoreRows(file, store, Date.now());
      const restored = await digestStore(store);
      if (restored.sha256 !== label.sha256) {
        throw new Error("the restored store differs from the backup");
      }
      if (json) return printJson({ file, ...label });
      print(`${count(restored.rows)} rows restored, as of ${label.made_at}`);
    });
}
