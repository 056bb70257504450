import assert from "node:assert/strict";
import { join } from "node:path";
import { isoOf } from "../../core/engine/snapshot.ts";
import { FROM, VILLAGE, writeVillage } from "../modeling/county.ts";
import { twoflat } from "./in_process.ts";

const home = await Deno.makeTempDir({ prefix: "twoflat-scorecard-cli-" });
addEventListener("unload", () => Deno.removeSync(home, { recursive: true }));
const dir = join(home, "village.snapshot");
await writeVillage(dir, VILLAGE);
const QUICK = ["--workers", "0", "--price-model", "linear"];

/** Runs `twoflat scorecard`. */
const scorecard = (...args: string[]) => twoflat({}, "scorecard", ...args);

Deno.test("a snapshot's own days win over --from, and figures measured elsewhere join those of the same days", async () => {
  const from = isoOf(FROM);
  const first = await scorecard(`${dir}@${from}`, ...QUICK, "--json");
  assert.equal(first.code, 0, first.err);
  const [ours] = JSON.parse(first.out).rows;
  assert.deepEqual([ours.market, ours.method, ours.from], [
    "village",
    "Twoflat",
    from,
  ]);
  assert.ok(ours.median_error_bounds.low < ours.median_error);
  const measured = join(home, "measured.json");
  const entry = {
    market: "village",
    prop_type: "sfh",
    method: "LightGBM",
    from,
    to: ours.to,
    sales: 30,
    median_error: 0.2,
    within_20: 0.5,
    measured_by: "a script",
    measured_on: "2026-11-22",
  };
  await Deno.writeTextFile(measured, JSON.stringify([entry]));
  const both = await scorecard(
    `${dir}@${from}..${ours.to}`,
    "--from",
    "2001-01-01",
    "--measured",
    measured,
    "--json",
    ...QUICK,
  );
  const methods = JSON.parse(both.out).rows
    .map(({ method }: { method: string }) => method);
  assert.ok(methods.includes("LightGBM"), both.out);
});

Deno.test("without a first day the last six months are tested", async () => {
  const { out } = await scorecard(dir, ...QUICK, "--json");
  const [{ from, to }] = JSON.parse(out).rows;
  const months = (new Date(to).getTime() - new Date(from).getTime()) / 2.63e9;
  assert.ok(months > 5 && months < 6.2, `${from} to ${to}`);
});

Deno.test("what cannot be read is named", async () => {
  const file = join(home, "bad.json");
  await Deno.writeTextFile(file, '[{"market": "village"}]');
  for (
    const [args, says] of [
      [[dir, "--to", "2024-01-01"], /--from/],
      [[`${dir}@2024-13-01`], /YYYY-MM-DD/],
      [[dir, "--measured", file], /bad\.json, 0\.prop_type/],
      [[dir, "--measured", join(home, "none.json")], /JSON file/],
    ] as const
  ) {
    const { code, err } = await scorecard(...args, ...QUICK);
    assert.equal(code, 2);
    assert.match(err, says);
  }
});
