import assert from "node:assert/strict";
import { sha256, snapshotId } from "../../core/snapshot/id.ts";
import { checkReplaceable } from "../../core/snapshot/replace.ts";
import { join } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { codeAt, TABLES } from "../../core/engine/tables.ts";
import { encodeTable } from "../../core/snapshot/arrow.ts";
import { inspectSnapshot } from "../../core/snapshot/inspect.ts";
import { type MemoryRows, memorySnapshot } from "../../core/snapshot/memory.ts";
import { withModel } from "../../core/snapshot/model.ts";
import { openSnapshot } from "../../core/snapshot/open.ts";
import { verifySnapshot } from "../../core/snapshot/verify.ts";
import { writeSnapshot } from "../../core/snapshot/write.ts";

const ROWS: MemoryRows = {
  parcels: [
    {
      property_id: "02000000000000",
      county: "cook",
      prop_type: "sfh",
      bldg_sqft: 1200,
      lat: 41.8,
      lon: -87.7,
    },
    { property_id: "01000000000000", county: "cook", address: "1 CAFÉ ST" },
  ],
  sales: [
    {
      property_id: "02000000000000",
      sale_date: "2022-03-01",
      sale_price: 250_000,
      document: "b",
    },
    {
      property_id: "01000000000000",
      sale_date: "2021-03-01",
      sale_price: 9_000,
      rejected: "price_floor",
    },
    {
      property_id: "02000000000000",
      sale_date: "2022-03-01",
      sale_price: 240_000,
      document: "a",
    },
  ],
  stations: [{ name: "Clark/Lake", system: "cta", lat: 41.88, lon: -87.63 }],
};

const CONTENT = {
  synthetic: false,
  created: "2026-01-02T03:04:05Z",
  quality: {
    sources: [],
    sales: { total: 3, validated: 2, rejected: { price_floor: 1 } },
    remarks: {},
    ignored: [],
  },
};

async function inTemp(run: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await run(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const write = (dir: string, rows: MemoryRows = ROWS, signal?: AbortSignal) =>
  writeSnapshot(
    dir,
    { ...CONTENT, tables: memorySnapshot(rows).tables },
    signal,
  );

Deno.test("openSnapshot() gives back what writeSnapshot() stored", () =>
  inTemp(async (temp) => {
    const dir = join(temp, "snap");
    const manifest = await write(dir);
    const { tables, id, synthetic, model } = await openSnapshot(dir);
    assert.equal(id, manifest.id);
    assert.equal(synthetic, false);
    assert.equal(model.size, 0);
    assert.equal(manifest.newest_sale, "2022-03-01");
    assert.deepEqual(manifest.counties, ["cook"]);
    assert.equal(tables.parcels.property_id.at(0), "01000000000000");
    assert.equal(tables.parcels.address.at(0), "1 CAFÉ ST");
    assert.ok(Number.isNaN(tables.parcels.lat[0]));
    assert.equal(tables.parcels.lat[1], 41.8);
    assert.deepEqual([...tables.sales.parcel], [0, 1, 1]);
    assert.deepEqual(
      [...tables.sales.sale_date],
      ["2021-03-01", "2022-03-01", "2022-03-01"].map(dayOf),
    );
    assert.deepEqual([...tables.sales.sale_price], [9_000, 240_000, 250_000]);
    assert.equal(codeAt(tables.sales.prop_type, 1), "sfh");
    assert.equal(codeAt(tables.sales.rejected, 0), "price_floor");
    assert.equal(tables.safmr.rows, 0);
    assert.equal(tables.safmr.br0.length, 0);
    assert.deepEqual(tables.safmr.zip.dictionary, [""]);
  }));

Deno.test("a snapshot's id depends on its content only", () =>
  inTemp(async (temp) => {
    const { id } = await write(join(temp, "a"));
    const shuffled = {
      ...ROWS,
      parcels: ROWS.parcels!.toReversed(),
      sales: ROWS.sales!.toReversed(),
    };
    assert.equal((await write(join(temp, "b"), shuffled)).id, id);
    assert.equal(memorySnapshot(ROWS).id, id);
    assert.notEqual(memorySnapshot(ROWS, { synthetic: true }).id, id);
    assert.notEqual(memorySnapshot({ ...ROWS, stations: [] }).id, id);
  }));

Deno.test("openSnapshot() tells of a snapshot that lacks a column of this release", () =>
  inTemp(async (temp) => {
    const dir = join(temp, "snap");
    const manifest = await write(dir);
    const { document: _, ...older } = TABLES.sales;
    const bytes = encodeTable(older, memorySnapshot(ROWS).tables.sales);
    await Deno.writeFile(join(dir, "sales.arrow"), bytes);
    const { sales } = manifest.tables;
    Object.assign(sales, { bytes: bytes.length, sha256: sha256(bytes) });
    manifest.id = snapshotId(Object.values(manifest.tables), false);
    await Deno.writeTextFile(
      join(dir, "manifest.json"),
      JSON.stringify(manifest),
    );
    await assert.rejects(openSnapshot(dir), {
      code: "invalid_params",
      field: "snapshot",
      message:
        /sales\.arrow: column document is missing: another release of Twoflat wrote it; ingest again$/,
    });
  }));

Deno.test("verifySnapshot() finds nothing wrong with a fresh snapshot", () =>
  inTemp(async (temp) => {
    await write(join(temp, "snap"));
    const { ok, problems, rows, files } = await verifySnapshot(
      join(temp, "snap"),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual([ok, rows, files], [true, 6, 3]);
  }));

Deno.test("verifySnapshot() finds a changed value", () =>
  inTemp(async (temp) => {
    const dir = join(temp, "snap");
    await write(dir);
    const file = join(dir, "sales.arrow");
    const bytes = await Deno.readFile(file);
    const price = new Uint8Array(new Float64Array([250_000]).buffer);
    const at = bytes.findIndex((_, i) =>
      price.every((byte, j) => bytes[i + j] === byte)
    );
    bytes.set(new Uint8Array(new Float64Array([-1]).buffer), at);
    await Deno.writeFile(file, bytes);
    const { ok, problems } = await verifySnapshot(dir);
    assert.equal(ok, false);
    const where = new Set(problems.map((problem) => problem.where));
    assert.deepEqual(where, new Set(["sales.arrow", "sales.sale_price"]));
  }));

Deno.test("verifySnapshot() finds broken references and order", () =>
  inTemp(async (temp) => {
    const dir = join(temp, "snap");
    const { tables } = memorySnapshot(ROWS);
    const sales = { ...tables.sales, parcel: Int32Array.of(7, 1, 0) };
    await writeSnapshot(dir, { ...CONTENT, tables: { ...tables, sales } });
    const { problems } = await verifySnapshot(dir);
    assert.deepEqual(problems.map((problem) => problem.where), [
      "sales.parcel",
      "sales",
    ]);
  }));

Deno.test("openSnapshot() names what is wrong with a damaged snapshot", () =>
  inTemp(async (temp) => {
    const dir = join(temp, "snap");
    await write(dir);
    const manifest = join(dir, "manifest.json");
    const good = await Deno.readTextFile(manifest);
    const fails = async (text: string, message: RegExp) => {
      await Deno.writeTextFile(manifest, text);
      await assert.rejects(openSnapshot(dir), (error) => {
        assert.ok(error instanceof Fault);
        assert.equal(error.code, "invalid_params");
        assert.match(error.message, message);
        return true;
      });
    };
    await fails("{", /manifest\.json is not JSON/);
    await fails(good.replace('"format": 2', '"format": 1'), /has format 1/);
    await fails(
      good.replace('"synthetic": false', '"synthetic": 0'),
      /at synthetic/,
    );
    const changed = good.replace(/"rows": 3/, '"rows": 4');
    await fails(changed, /manifest\.json: its content is not what was written/);
    // Releases before 0.2.0 wrote no hash of the manifest.
    await fails(
      changed.replace(/,\s+"sha256": "\w+"\s+}\s+$/, "}"),
      /3 rows where/,
    );
    await Deno.truncate(join(dir, "parcels.arrow"), 100);
    await fails(good, /parcels\.arrow: 100 bytes where/);
    await assert.rejects(openSnapshot(join(temp, "none")), {
      code: "not_found",
    });
  }));

Deno.test("openSnapshot() refuses every flipped bit, wherever it is, and says in which file", () =>
  inTemp(async (temp) => {
    const dir = join(temp, "snap");
    const { id } = await write(dir);
    await withModel(dir, id, new Map([["trees.bin", new Uint8Array(64)]]), {});
    const files = [
      "sales.arrow",
      "parcels.arrow",
      "model/trees.bin",
      "manifest.json",
    ];
    for (let n = 0; n < 80; n++) {
      const file = files[n % files.length];
      const good = await Deno.readFile(join(dir, file));
      const bad = good.slice();
      bad[(n * 7919) % bad.length] ^= 1 << (n % 8);
      await Deno.writeFile(join(dir, file), bad);
      await assert.rejects(openSnapshot(dir), (error) => {
        assert(error instanceof Fault);
        const named = file === "manifest.json"
          ? "is not a usable snapshot: "
          : `${file}: .*; ingest`;
        assert.match(error.message, new RegExp(named));
        return true;
      });
      await Deno.writeFile(join(dir, file), good);
    }
    await openSnapshot(dir);
  }));

Deno.test("openSnapshot() refuses a table that the manifest does not name", () =>
  inTemp(async (temp) => {
    const dir = join(temp, "snap");
    await write(dir);
    await Deno.writeTextFile(join(dir, "other.arrow"), "");
    await assert.rejects(openSnapshot(dir), {
      message: /other\.arrow: the manifest names no such table/,
    });
  }));

Deno.test("withModel() refuses a model of a snapshot that was replaced meanwhile", () =>
  inTemp(async (temp) => {
    const dir = join(temp, "snap");
    const { id } = await write(dir);
    const newer = await write(dir, { ...ROWS, stations: [] });
    const files = new Map([["trees.bin", Uint8Array.of(1)]]);
    await assert.rejects(withModel(dir, id, files, {}), { code: "conflict" });
    assert.equal((await openSnapshot(dir)).id, newer.id);
    // Also when it is replaced while the model is being written.
    const both = await Promise.allSettled([
      write(dir),
      withModel(dir, newer.id, files, {}),
    ]);
    const opened = await openSnapshot(dir);
    assert.equal(
      opened.model.size,
      both[1].status === "fulfilled" &&
        opened.id === both[1].value.id
        ? 1
        : 0,
    );
    assert.equal((await verifySnapshot(dir)).ok, true);
  }));

Deno.test("replaceDirectory() removes what a killed run left, follows a link, and names a path it cannot write", () =>
  inTemp(async (temp) => {
    const dir = join(temp, "snap");
    await Deno.mkdir(join(temp, ".snap.partial-0badcafe"));
    await write(dir);
    await Deno.symlink(dir, join(temp, "link"));
    await write(join(temp, "link"), { ...ROWS, stations: [] });
    const names = (await Array.fromAsync(Deno.readDir(temp)))
      .map(({ name, isSymlink }) => `${name} ${isSymlink}`);
    assert.deepEqual(names.sort(), ["link true", "snap false"]);
    await Deno.writeTextFile(join(temp, "file"), "");
    await Deno.symlink(join(temp, "nowhere"), join(temp, "dangling"));
    for (const bad of [join(temp, "file", "snap"), join(temp, "dangling")]) {
      await assert.rejects(checkReplaceable(bad), (error) => {
        assert(error instanceof Fault);
        assert.equal(error.field, "out");
        assert(error.message.includes(temp));
        return true;
      });
    }
  }));

Deno.test("writeSnapshot() leaves the old snapshot as it was when it is aborted", () =>
  inTemp(async (temp) => {
    const dir = join(temp, "snap");
    const { id } = await write(dir);
    const abort = new AbortController();
    abort.abort();
    await assert.rejects(write(dir, { ...ROWS, stations: [] }, abort.signal), {
      name: "AbortError",
    });
    assert.equal((await openSnapshot(dir)).id, id);
    assert.deepEqual((await Array.fromAsync(Deno.readDir(temp))).length, 1);
    assert.notEqual((await write(dir, { ...ROWS, stations: [] })).id, id);
    assert.deepEqual((await Array.fromAsync(Deno.readDir(temp))).length, 1);
  }));

Deno.test("writeSnapshot() refuses a directory that holds something else", () =>
  inTemp(async (temp) => {
    await Deno.writeTextFile(join(temp, "letter.txt"), "keep me");
    await assert.rejects(write(temp), { code: "invalid_params", field: "out" });
    assert.equal(
      await Deno.readTextFile(join(temp, "letter.txt")),
      "keep me",
    );
  }));

Deno.test("openSnapshot() finds the old snapshot of a replacement that was cut in the middle", () =>
  inTemp(async (temp) => {
    const dir = join(temp, "snap");
    const { id } = await write(dir);
    await Deno.rename(dir, `${dir}.previous`);
    assert.equal((await openSnapshot(dir)).id, id);
    await write(dir);
    assert.deepEqual(
      (await Array.fromAsync(Deno.readDir(temp))).map((entry) => entry.name),
      ["snap"],
    );
  }));

Deno.test("withModel() adds files under a new id and keeps the tables", () =>
  inTemp(async (temp) => {
    const dir = join(temp, "snap");
    const { id } = await write(dir);
    const files = new Map([["trees.bin", Uint8Array.of(1, 2, 3)]]);
    const manifest = await withModel(dir, id, files, { trees: 12 });
    assert.notEqual(manifest.id, id);
    const opened = await openSnapshot(dir);
    assert.equal(opened.id, manifest.id);
    assert.deepEqual(opened.model.get("trees.bin"), Uint8Array.of(1, 2, 3));
    assert.deepEqual(opened.manifest.model.about, { trees: 12 });
    assert.equal(opened.id, memorySnapshot(ROWS, { model: files }).id);
    assert.equal((await verifySnapshot(dir)).ok, true);
    assert.equal((await withModel(dir, manifest.id, new Map(), {})).id, id);
  }));

Deno.test("inspectSnapshot() describes the columns", () =>
  inTemp(async (temp) => {
    await write(join(temp, "snap"));
    const { manifest, bytes } = await inspectSnapshot(join(temp, "snap"));
    assert.ok(bytes > 0);
    const { columns } = manifest.tables.sales;
    assert.deepEqual(columns.sale_date, {
      type: "date",
      unit: "days since 1970-01-01",
      min: "2021-03-01",
      max: "2022-03-01",
      unknown: 0,
    });
    assert.deepEqual(columns.bldg_sqft, {
      type: "f32",
      unit: "sqft",
      min: 1200,
      max: 1200,
      unknown: 1,
    });
    assert.deepEqual(columns.rejected, {
      type: "code",
      unit: "",
      unknown: 2,
      distinct: 1,
    });
  }));

const python = await hasPandas();

Deno.test({
  name: "a table opens in pandas",
  ignore: !python,
  fn: () =>
    inTemp(async (temp) => {
      await write(join(temp, "snap"));
      const script = `import pandas, sys
d = pandas.read_feather(sys.argv[1])
print(len(d), d.sale_price.sum(), d.sale_date.iloc[0], list(d.document), d.rejected.iloc[0], d.bldg_sqft.isna().sum())`;
      const { stdout } = await new Deno.Command("python3", {
        args: ["-c", script, join(temp, "snap", "sales.arrow")],
      }).output();
      assert.equal(
        new TextDecoder().decode(stdout).trim(),
        "3 499000.0 2021-03-01 ['', 'a', 'b'] price_floor 1",
      );
    }),
});

async function hasPandas(): Promise<boolean> {
  try {
    const { success } = await new Deno.Command("python3", {
      args: ["-c", "import pandas, pyarrow"],
      stderr: "null",
    }).output();
    if (success) return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  console.log("skipped: reading a table with pandas (not installed)");
  return false;
}
