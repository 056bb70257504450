import assert from "node:assert/strict";
import { DATASETS } from "../../core/ingest/directory.ts";
import { RENTS_DATASET } from "../../core/ingest/rent_file.ts";
import { SOURCES } from "../../core/ingest/source_catalog.ts";
import { TABLES } from "../../core/engine/tables.ts";

Deno.test("the catalog has a source for every dataset that ingest reads, and no other", () => {
  const catalog = new Set(SOURCES.map(({ dataset }) => dataset));
  // Rents come by a command of their own.
  const read = new Set([...DATASETS.map(({ name }) => name), RENTS_DATASET]);
  assert.deepEqual([...catalog].sort(), [...read].sort());
});

Deno.test("the sources feed every table, each under one identifier", () => {
  const fed = new Set(SOURCES.flatMap(({ feeds }) => feeds));
  assert.deepEqual([...fed].sort(), Object.keys(TABLES).sort());
  assert.equal(new Set(SOURCES.map(({ id }) => id)).size, SOURCES.length);
});
