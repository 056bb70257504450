import type { Table, TableName, TABLES } from "../engine/tables.ts";
import { amendSnapshot } from "./amend.ts";
import { snapshotId } from "./id.ts";
import type { Manifest, SourceReport } from "./manifest.ts";
import { writeTable } from "./write.ts";

/**
 * Puts a table into a snapshot, in the place of the one there, and gives it a new id. All other files are shared
 * with the old directory. Returns the new manifest.
 *
 * @param sources reports of the files behind the table, in the place of those of the same dataset
 * @throws {Fault} `conflict` when another snapshot than `expected` stands there by now
 */
export function withTable<N extends TableName>(
  dir: string,
  expected: string,
  name: N,
  table: Table<(typeof TABLES)[N]>,
  sources: { readonly dataset: string; readonly reports: SourceReport[] },
  signal?: AbortSignal,
): Promise<Manifest> {
  return amendSnapshot(dir, expected, (old) => {
    const { [name as string]: _, ...others } = old.tables;
    const files = [...Object.values(others), ...old.model.files];
    return {
      kept: files.map(({ file }) => file),
      async write(partial) {
        const tables = table.rows === 0
          ? others
          : { ...others, [name]: await writeTable(partial, name, table) };
        return {
          ...old,
          tables,
          id: snapshotId(
            [...Object.values(tables), ...old.model.files],
            old.synthetic,
          ),
          quality: {
            ...old.quality,
            sources: [
              ...old.quality.sources.filter(({ dataset }) =>
                dataset !== sources.dataset
              ),
              ...sources.reports,
            ],
          },
        };
      },
    };
  }, signal);
}
