import assert from "node:assert/strict";
import { join } from "node:path";
import { dayOf } from "../../core/engine/snapshot.ts";
import { openSnapshot } from "../../core/snapshot/open.ts";
import { writeDemoCounty } from "../../fixtures/demo/county.ts";
import { SodaServer } from "../../fixtures/soda/server.ts";
import { until } from "../jobs/outbox.ts";

const IDS = {
  parcel_universe: "nj4t-kc8j",
  parcel_sales: "wvhk-k5uv",
  characteristics: "x54s-btds",
  assessed_values: "uzyt-m557",
  addresses: "3723-97qp",
};

Deno.test("twoflat ingest --portal goes on after the process was killed, and leaves a snapshot", async () => {
  const dir = await Deno.makeTempDir({ prefix: "twoflat-portal-" });
  try {
    const county = join(dir, "county"), out = join(dir, "snapshot");
    await writeDemoCounty({
      dir: county,
      sales: 800,
      today: dayOf("2026-11-20"),
    });
    const datasets: Record<string, string> = {};
    for (const [name, id] of Object.entries(IDS)) {
      datasets[id] = await Deno.readTextFile(join(county, `${name}.csv`));
    }
    await using portal = await SodaServer.start({
      datasets,
      appTokens: ["abc"],
      anonymousRequests: 0,
    });
    const asked = (id: string) =>
      portal.requests.filter(({ dataset }) => dataset === id).length;
    const start = () =>
      twoflat([
        ...["ingest", "--portal", "--base-url", portal.url],
        ...[
          "--download",
          join(dir, "download"),
          "--reference",
          join(county, "reference"),
        ],
        ...["--out", out, "--json"],
      ]).spawn();

    // Universe and sales arrive; the characteristics keep the client waiting.
    portal.mishap([{ status: 503, retryAfter: "600" }], 11);
    const killed = start();
    await until(() => asked(IDS.characteristics) > 0);
    killed.kill("SIGKILL");
    assert.equal((await killed.output()).code, 137);
    await assert.rejects(Deno.stat(out), Deno.errors.NotFound);

    const { code, stdout, stderr } = await start().output();
    const said = new TextDecoder().decode(stderr);
    assert.equal(code, 0, said);
    assert.match(said, /parcel_universe: [\d,]+ rows, 0 fetched/);
    assert.match(said, /characteristics: ([\d,]+) rows, \1 fetched/);
    assert.equal(JSON.parse(new TextDecoder().decode(stdout)).dir, out);
    const { tables } = await openSnapshot(out);
    assert.equal(tables.sales.rows, portal.dataset(IDS.parcel_sales).size);
    assert(portal.requests.every(({ appToken }) => appToken === "abc"));
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("twoflat ingest says what is wrong with the options of --portal", async () => {
  for (
    const [args, field] of [
      [[], "from"],
      [["--portal", "--from", "x"], "--portal"],
      [["--portal", "--base-url", "http://example.com"], "base_url"],
      [["--portal", "--townships", "seventy"], "townships"],
      [["--from", "x", "--townships", "70"], "portal"],
    ] as const
  ) {
    const { code, stderr } = await twoflat([
      "ingest",
      "--out",
      "never",
      ...args,
    ]).output();
    assert.equal(code, 2, args.join(" "));
    assert.match(
      new TextDecoder().decode(stderr),
      new RegExp(`field: +${field}\\n`),
      args.join(" "),
    );
  }
});

function twoflat(args: readonly string[]): Deno.Command {
  const main = new URL("../../cli/main.ts", import.meta.url).pathname;
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-all", main, ...args],
    env: { TWOFLAT_PORTAL_TOKEN: "abc" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}
