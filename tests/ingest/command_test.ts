import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { catchesInterrupt } from "../../harness/interrupts.ts";
import { CARD, csv, gzip, inTemp, PARCEL, SALE, writeFiles } from "./files.ts";

const MAIN = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));

function command(...args: string[]): Deno.Command {
  return new Deno.Command(process.execPath, {
    args: ["run", "--quiet", "-A", MAIN, ...args],
    stdout: "piped",
    stderr: "piped",
  });
}

async function run(...args: string[]) {
  const { code, stdout, stderr } = await command(...args).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

const QUIT_CLAIM = {
  ...SALE,
  sale_date: "2022-08-01",
  sale_deed_type: "Quit Claim Deed",
};

Deno.test("twoflat ingest says when nothing of it can be valued, instead of what comes next", () =>
  inTemp(async (temp) => {
    const ingest = async (name: string, sale: typeof SALE) => {
      const from = await writeFiles(temp, name, {
        "parcel_sales.csv": csv([sale]),
        "characteristics.csv": csv([CARD]),
        "parcel_universe.csv": csv([PARCEL]),
      });
      return run("ingest", "--from", from, "--out", join(temp, `${name}.out`));
    };
    assert.match((await ingest("good", SALE)).stderr, /next, .*twoflat fit/);
    const { code, stderr } = await ingest("none", QUIT_CLAIM);
    assert.equal(code, 0);
    assert.match(stderr, /no sale was validated, so nothing can be valued/);
    assert.doesNotMatch(stderr, /twoflat fit/);
  }));

Deno.test("twoflat ingest, snapshot and sale work together", () =>
  inTemp(async (temp) => {
    const from = await writeFiles(temp, "in", {
      "parcel_sales.csv": csv([SALE, QUIT_CLAIM]),
      "characteristics.csv": csv([CARD]),
      "parcel_universe.csv": csv([PARCEL]),
    });
    const out = join(temp, "out");

    const ingest = await run("ingest", "--from", from, "--out", out);
    assert.equal(ingest.code, 0, ingest.stderr);
    assert.match(ingest.stdout, /parcel_sales\.csv .* 2 +2\n/);
    assert.match(ingest.stdout, /deed_type +1 +50\.0%/);
    assert.match(ingest.stderr, /1 parcel, 2 sales, snapshot [0-9a-f]{12}/);

    const inspect = await run("snapshot", "inspect", out, "--json");
    const { manifest } = JSON.parse(inspect.stdout);
    assert.equal(manifest.tables.sales.rows, 2);
    const verify = await run("snapshot", "verify", out);
    assert.deepEqual([verify.code, verify.stderr], [0, ""]);
    assert.match(verify.stdout, /^intact: 3 files and 4 rows/);

    const sale = await run("sale", "1-01-1000010000", "--snapshot", out);
    assert.equal(sale.code, 0, sale.stderr);
    const verdicts = sale.stdout.split("\n").filter((line) =>
      /^2022/.test(line)
    );
    assert.match(verdicts[0], /^2022-08-01 .*deed_type: not an arm's-length/);
    assert.match(verdicts[1], /^2022-06-01 .*validated$/);
    const unknown = await run("sale", "99", "--snapshot", out, "--json");
    assert.equal(unknown.code, 2);
    assert.equal(JSON.parse(unknown.stderr).code, "not_found");

    const again = await run("ingest", "--from", from, "--out", out);
    assert.match(again.stderr, /in place of snapshot [0-9a-f]{12}\n/);

    const file = await Deno.open(join(out, "sales.arrow"), { write: true });
    await file.seek(-900, Deno.SeekMode.End);
    await file.write(new Uint8Array(8).fill(7));
    file.close();
    const damaged = await run("snapshot", "verify", out);
    assert.equal(damaged.code, 2);
    assert.match(damaged.stdout + damaged.stderr, /sales\.arrow/);
  }));

Deno.test("Ctrl-C ends an ingest with status 130 and leaves the old snapshot", () =>
  inTemp(async (temp) => {
    const small = await writeFiles(temp, "small", {
      "parcel_universe.csv": csv([PARCEL]),
    });
    // A gzip file may have many parts: minutes of rows in little space.
    const part = await gzip(csv(Array(20_000).fill(PARCEL)));
    const parts = new Blob(Array<BlobPart>(300).fill(part as BlobPart));
    const large = await writeFiles(temp, "large", {
      "parcel_universe.csv.gz": await parts.bytes(),
    });
    const out = join(temp, "out");
    const first = await run("ingest", "--from", small, "--out", out, "--json");
    assert.equal(first.code, 0, first.stderr);

    const child = command("ingest", "--from", large, "--out", out).spawn();
    await catchesInterrupt(child.pid);
    // Into the rows.
    await new Promise((wake) => setTimeout(wake, 500));
    child.kill("SIGINT");
    const { code } = await child.output();
    assert.equal(code, 130);
    const inspect = await run("snapshot", "inspect", out, "--json");
    assert.equal(
      JSON.parse(inspect.stdout).manifest.id,
      JSON.parse(first.stdout).manifest.id,
    );
    const left = await Array.fromAsync(Deno.readDir(temp));
    assert.deepEqual(left.map(({ name }) => name).sort(), [
      "large",
      "out",
      "small",
    ]);
  }));
