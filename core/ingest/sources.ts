import { basename, join, resolve } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import type { Dataset } from "./dataset.ts";

/** A file and what it is read as. */
export interface Source {
  readonly path: string;
  readonly dataset: Dataset;
  readonly bytes: number;
}

/** Files that were found, in the order of `datasets` and then of their names. */
export interface Sources {
  readonly files: readonly Source[];
  /** Names of data files that no dataset claims. */
  readonly ignored: readonly string[];
}

/** A file that could be data. */
export interface DataFile {
  readonly path: string;
  readonly bytes: number;
}

const DATA_FILE = /\.((csv|tsv|txt|geojson)(\.gz)?|xlsx|parquet)$/i;

/**
 * The data files of directories (not of their subdirectories) and the files given by name, each
 * once, by name.
 * @throws {Fault} `invalid_params` when a path does not exist
 */
export async function dataFiles(
  paths: readonly string[],
  field: string,
): Promise<DataFile[]> {
  const found = new Map<string, DataFile>();
  const add = async (path: string) => {
    const { size } = await Deno.stat(path);
    found.set(resolve(path), { path: resolve(path), bytes: size });
  };
  for (const path of paths) {
    try {
      if (!(await Deno.stat(path)).isDirectory) {
        await add(path);
        continue;
      }
      for await (const entry of Deno.readDir(path)) {
        const isFile = entry.isFile || entry.isSymlink;
        if (isFile && DATA_FILE.test(entry.name)) {
          await add(join(path, entry.name));
        }
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      throw new Fault("invalid_params", `there is nothing at ${path}`, {
        field,
        expected: "a directory or file that exists",
        cause: error,
      });
    }
  }
  return [...found.values()].sort((a, b) =>
    basename(a.path) < basename(b.path) || a.path < b.path ? -1 : 1
  );
}

/**
 * Says what each file is read as, by its name.
 * @throws {Fault} `invalid_params` when a file is there both plain and gzipped
 */
export function claim(
  files: readonly DataFile[],
  datasets: readonly Dataset[],
): Sources {
  const plain = new Set(files.map(({ path }) => path));
  for (const { path } of files) {
    if (path.endsWith(".gz") && plain.has(path.slice(0, -3))) {
      throw new Fault(
        "invalid_params",
        `${basename(path)} is there twice, plain and gzipped`,
        { field: "from", expected: "each file once" },
      );
    }
  }
  const claimed = datasets.flatMap((dataset) =>
    files.filter(({ path }) => matches(path, dataset))
      .map((file) => ({ ...file, dataset }))
  );
  const used = new Set(claimed.map(({ path }) => path));
  return {
    files: claimed,
    ignored: files.filter(({ path }) => !used.has(path))
      .map(({ path }) => basename(path)),
  };
}

function matches(path: string, { files }: Dataset): boolean {
  return files.test(basename(path).toLowerCase());
}
