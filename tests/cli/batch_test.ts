import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { readSheet } from "read-excel-file/universal";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import { inTemp } from "../ingest/files.ts";
import { twoflat } from "./in_process.ts";

const { dir } = await demoSnapshot();
const ROWS = [
  "lat,lon,purchase_price,note",
  `41.6103,-87.8464,"$320,000",orland`,
  "41.8381,-87.6513,350k,bridgeport",
  "41.6103,-87.8464,90k,cheap",
  "41.6103,-87.8464,7.5 percent,wrong",
].join("\n");

/** Runs a batch of `ROWS` into a file of a name. */
function batch(
  name: string,
  check: (
    out: string,
    ran: Awaited<ReturnType<typeof twoflat>>,
  ) => Promise<void> | void,
): Promise<void> {
  return inTemp(async (temp) => {
    const from = join(temp, "deals.csv");
    await Deno.writeTextFile(from, ROWS);
    const out = join(temp, name);
    await check(
      out,
      await twoflat(
        { TWOFLAT_SNAPSHOT: dir, TWOFLAT_TODAY: DEMO_DAY },
        ...["underwrite", "--batch", from, "--out", out, "--strategy", "hold"],
      ),
    );
  });
}

const ORDER = ["pursue", "screen", "skip", "no_read"];

Deno.test("a batch is a ranked table: verdict and figures first, ranges filled, a bad row with its error last", async () => {
  await batch("out.csv", async (out, { code, err }) => {
    equal(code, 2, "one row failed");
    match(err, /1 of 4 rows failed, the first of them row \d: /);
    const rows: Record<string, string>[] = parse(await Deno.readTextFile(out), {
      columns: true,
    });
    deepEqual(Object.keys(rows[0]).slice(0, 7), [
      "rank",
      ...ROWS.split("\n")[0].split(","),
      "read.verdict",
      "read.reasons",
    ]);
    deepEqual(rows.map(({ rank }) => rank), ["1", "2", "3", ""]);
    const verdicts = rows.slice(0, 3).map((row) =>
      ORDER.indexOf(row["read.verdict"])
    );
    deepEqual(verdicts, verdicts.toSorted());
    const last = rows[3];
    equal(last.note, "wrong");
    match(last["error.field"], /purchase_price/);
    for (const row of rows.slice(0, 3)) {
      const exact = row["metrics.noi"] !== "";
      ok(exact !== (row["ranges.noi.low"] !== ""));
      if (exact) continue;
      for (const name of ["noi", "dscr", "cash_flow", "cash_on_cash"]) {
        const [low, high] = ["low", "high"].map((end) =>
          Number(row[`ranges.${name}.${end}`])
        );
        ok(row[`ranges.${name}.low`] !== "" && low <= high, name);
      }
    }
    ok(rows.some((row) => row["ranges.noi.low"] !== ""));
  });
});

Deno.test("the workbook has the same rows, numbers as numbers, and no column that nobody fills", async () => {
  await batch("out.xlsx", async (out) => {
    const [head, ...rows] = await readSheet(
      new Blob([await Deno.readFile(out)]),
    );
    deepEqual(rows.map(([rank]) => rank), [1, 2, 3, null]);
    const low = head.indexOf("ranges.noi.low");
    ok(rows.some((row) => typeof row[low] === "number"));
    for (const [i, name] of head.entries()) {
      ok(rows.some((row) => row[i] !== null), String(name));
    }
  });
});

Deno.test("a batch never overwrites its own input, by whatever name", async () => {
  await inTemp(async (temp) => {
    const from = join(temp, "deals.csv");
    await Deno.writeTextFile(from, ROWS);
    const link = join(temp, "link.csv");
    await Deno.symlink(from, link);
    const hard = join(temp, "hard.csv");
    await Deno.link(from, hard);
    for (const out of [from, link, hard, join(temp, ".", "deals.csv")]) {
      const { code, err } = await twoflat(
        { TWOFLAT_SNAPSHOT: dir, TWOFLAT_TODAY: DEMO_DAY },
        ...["underwrite", "--batch", from, "--out", out],
      );
      equal(code, 2);
      match(err, /is the input: it would be overwritten/);
    }
    equal(await Deno.readTextFile(from), ROWS);
  });
});
