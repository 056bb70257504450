import {
  deepEqual,
  doesNotMatch,
  equal,
  match,
  notEqual,
} from "node:assert/strict";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { setTimeout as delay } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { parse } from "csv-parse/sync";
import { UnderwriteOutput } from "../../contracts/underwriting.ts";
import { CompsOutput } from "../../contracts/valuation.ts";
import { VERSION } from "../../contracts/version.ts";
import { program } from "../../cli/program.ts";
import { run } from "../../cli/run.ts";
import { dayOf, isoOf } from "../../core/engine/snapshot.ts";
import { codeAt } from "../../core/engine/tables.ts";
import { deepUnderwriteAsset } from "../../core/operations/property/deep_underwrite_asset.ts";
import { getComps } from "../../core/operations/property/get_comps.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { listen } from "../../routes/listen.ts";
import { sampleApp } from "../../harness/app.ts";
import { catchesInterrupt } from "../../harness/interrupts.ts";
import { village } from "../engine/valuation/county.ts";
import { FROM, VILLAGE, writeVillage } from "../modeling/county.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import {
  askCore,
  problemOutcome,
  spreadSubjects,
} from "../../harness/interfaces.ts";
import { BAD_ARGUMENTS } from "./bad_arguments.ts";
import { type Outcome, type Packed, packed } from "./packed.ts";

let twoflat: Packed;
let remove = () => Promise.resolve();
const snapshot = await demoSnapshot();
const data = ["--snapshot", snapshot.dir, "--today", DEMO_DAY];

Deno.test.beforeAll(async () => {
  twoflat = await packed();
  remove = twoflat.remove;
});
Deno.test.afterAll(() => remove());

function allCommands(root: CommandUnknownOpts): CommandUnknownOpts[] {
  return [root, ...root.commands.flatMap(allCommands)];
}

/** Runs a command line in this process, which is what the packed command does, without the start. */
async function runHere(args: readonly string[]): Promise<Outcome> {
  const { log, error } = console;
  const lines: Record<"out" | "err", string[]> = { out: [], err: [] };
  console.log = (text: string) => void lines.out.push(text);
  console.error = (text: string) => void lines.err.push(text);
  const root = program();
  for (const command of allCommands(root)) {
    command.configureOutput({ writeOut: (text) => void lines.out.push(text) });
  }
  Deno.env.set("TWOFLAT_SNAPSHOT", snapshot.dir);
  Deno.env.set("TWOFLAT_TODAY", DEMO_DAY);
  try {
    const code = await run(root, args);
    return { code, stdout: lines.out.join("\n"), stderr: lines.err.join("\n") };
  } finally {
    Object.assign(console, { log, error });
    Deno.env.delete("TWOFLAT_SNAPSHOT");
    Deno.env.delete("TWOFLAT_TODAY");
  }
}

/** Runs many command lines, a few at a time. */
async function runAll(
  lines: readonly (readonly string[])[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < lines.length; from += 4) {
    const some = lines.slice(from, from + 4);
    outcomes.push(...await Promise.all(some.map((args) => twoflat.run(args))));
  }
  return outcomes;
}

/** PIN of the first parcel of a type that `wanted` accepts the valuation of. */
async function parcelOf(
  type: string,
  wanted: (answer: CompsOutput) => boolean,
) {
  const { parcels } = snapshot.tables;
  for (let row = 0; row < parcels.rows; row++) {
    if (codeAt(parcels.prop_type, row) !== type) continue;
    const property_id = parcels.property_id.at(row);
    const said = await askCore(getComps, snapshot, dayOf(DEMO_DAY), {
      property_id,
    });
    if ("answer" in said && wanted(CompsOutput.parse(said.answer))) {
      return property_id;
    }
  }
  throw new Error(`the demo county has no such ${type}`);
}
const house = await parcelOf("sfh", ({ arv }) => arv !== null);
const twoFlat = await parcelOf("mf2_4", ({ arv }) => arv !== null);
const condo = await parcelOf("condo", ({ state }) => state === "unscored");

Deno.test("the packed command starts twice at once on an empty cache", async () => {
  const runs = await runAll([["--version"], ["--version"]]);
  for (const { code, stdout, stderr } of runs) {
    equal(code, 0, stderr);
    match(stdout, new RegExp(`^twoflat ${VERSION} `));
  }
  const unpacked = Array.from(Deno.readDirSync(`${twoflat.home}/cache`));
  equal(unpacked.length, 2, "the runtime and the command, nothing left over");
});

/** Every command by its words: `snapshot`, `snapshot inspect`. */
function commandPaths(command: CommandUnknownOpts): string[][] {
  return command.commands.flatMap((child) => [
    [child.name()],
    ...commandPaths(child).map((path) => [child.name(), ...path]),
  ]);
}

Deno.test("every command has help with an example", async () => {
  const [bare, top] = await runAll([[], ["--help"]]);
  equal(bare.stdout, top.stdout);
  for (const path of commandPaths(program())) {
    const words = path.join(" ");
    const { code, stdout, stderr } = await runHere([...path, "--help"]);
    equal(code, 0, words);
    equal(stderr, "");
    match(stdout, new RegExp(`^Usage: twoflat ${words}`));
    match(
      stdout,
      new RegExp(`\\n {2}\\$ ([A-Z_]+=\\S+ )*twoflat ${words}`),
      words,
    );
    if (path.length === 1) match(top.stdout, new RegExp(`\n  ${words} `));
  }
});

Deno.test("bad input ends with status 2, the field and what was expected", async () => {
  equal(BAD_ARGUMENTS.length >= 40, true, `${BAD_ARGUMENTS.length}`);
  for (const { title, args, field, expected } of BAD_ARGUMENTS) {
    const { code, stdout, stderr } = await runHere([
      args[0],
      "--json",
      ...args.slice(1),
    ]);
    equal(code, 2, `${title}: ${stderr}`);
    equal(stdout, "", title);
    const report = JSON.parse(stderr);
    equal(report.field, field, title);
    equal(report.expected.slice(0, expected.length), expected, title);
  }
});

Deno.test("an error for people is one message with field and expected", async () => {
  const { code, stdout, stderr } = await twoflat.run([
    "underwrite",
    "1",
    "--rate=7.5",
  ]);
  equal(code, 2);
  equal(stdout, "");
  equal(
    stderr,
    'error: --rate "7.5" could mean two things\n' +
      "  field:    custom_assumptions.rate\n" +
      "  expected: a number from 0 to 0.3; for 7.5% give 0.075\n",
  );
});

Deno.test("a server that does not answer ends with status 1", async () => {
  const { code, stderr } = await twoflat.run(
    ["comps", "1", "--server=http://127.0.0.1:9"],
  );
  equal(code, 1);
  match(stderr, /is the server running\?/);
});

Deno.test("config lists the settings, masks secrets and fails on a wrong one", async () => {
  const env = { TWOFLAT_PORT: "x", TWOFLAT_KEY: "svc_secret" };
  const { code, stdout, stderr } = await twoflat.run(["config", "--json"], {
    env,
  });
  equal(code, 2);
  doesNotMatch(stdout + stderr, /svc_secret/);
  const rows: { name: string; source: string }[] = JSON.parse(stdout);
  equal(
    rows.find(({ name }) => name === "TWOFLAT_PORT")?.source,
    "environment",
  );
  equal(JSON.parse(stderr).expected, "a whole number from 0 to 65535");
});

Deno.test("answers are the envelope with --json, and readable without", async () => {
  const deal = ["underwrite", house, "--purchase-price=200000", ...data];
  const [comps, text, refused, underwriting, figures] = await runAll([
    ["comps", house, "--json", ...data],
    ["comps", house, ...data],
    ["comps", condo, ...data],
    [...deal, "--json"],
    deal,
  ]);
  for (
    const { code, stderr } of [comps, text, refused, underwriting, figures]
  ) {
    equal(code, 0, stderr);
    equal(stderr, "");
  }
  const answer = CompsOutput.parse(JSON.parse(comps.stdout));
  const arv = answer.arv!;
  const dollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;
  match(
    text.stdout,
    new RegExp(
      `\\${dollars(arv.conservative)} to \\${dollars(arv.aggressive)} `,
    ),
  );
  for (
    const part of [
      answer.state,
      answer.valuation_id,
      "Comparable sales",
      "Not used",
      answer.comps[0].address!,
    ]
  ) {
    equal(text.stdout.includes(part), true, part);
  }
  equal(text.stdout.replace(/\s+/g, " ").includes(answer.disclosure), true);
  match(refused.stdout, /No value {2}unscored/);
  match(refused.stdout, /what would change it: /);
  const { financing } = UnderwriteOutput.parse(JSON.parse(underwriting.stdout));
  equal(figures.stdout.includes(financing!.label), true);
});

Deno.test("text fits a narrow terminal and is plain unless a terminal wants color", async () => {
  const lines = [["comps", house, ...data], [
    "underwrite",
    twoFlat,
    "--purchase-price=300000",
    ...data,
  ]];
  for (const args of lines) {
    const [narrow, color, both] = await Promise.all([
      twoflat.run(args, { env: { COLUMNS: "60" } }),
      twoflat.run(args, { env: { FORCE_COLOR: "1", COLUMNS: "60" } }),
      twoflat.run(args, { env: { NO_COLOR: "1", COLUMNS: "60" } }),
    ]);
    for (const line of narrow.stdout.split("\n")) {
      equal(line.length <= 60, true, line);
    }
    equal(stripVTControlCharacters(narrow.stdout), narrow.stdout);
    equal(both.stdout, narrow.stdout);
    notEqual(color.stdout, narrow.stdout);
    equal(stripVTControlCharacters(color.stdout), narrow.stdout);
  }
});

Deno.test("a server gives the same output as local data", async () => {
  const app = sampleApp({
    registry: compileRegistry(OPERATIONS),
    snapshot,
    today: () => dayOf(DEMO_DAY),
  });
  const server = listen(app, "127.0.0.1", 0);
  try {
    const { parcels } = snapshot.tables;
    const point = `${parcels.lat[0]},${parcels.lon[0]}`;
    for (
      const args of [
        ["comps", house],
        ["comps", point, "--strategy=hold", "--json"],
        ["comps", "1 Nowhere Ave, Chicago"],
        ["underwrite", house, "--rent-override=2100", "--financing-type=cash"],
        ["underwrite", point, "--purchase-price=240000", "--json"],
      ]
    ) {
      const [local, remote] = await Promise.all([
        twoflat.run([...args, ...data]),
        twoflat.run([...args, "--server", server.url]),
      ]);
      deepEqual(remote, local, args.join(" "));
    }
  } finally {
    await server.stop();
  }
});

/** Waits for the address that a server prints. */
async function addressOf(out: ReadableStream<string>): Promise<string> {
  let told = "";
  for await (const text of out.values({ preventCancel: true })) {
    told += text;
    const found = /^Twoflat \S+ at (\S+):/m.exec(told);
    if (found) return found[1];
  }
  throw new Error(`the server ended: ${told}`);
}

Deno.test("the packed file serves the map, a login lets it answer, and every working directory has the same data", async () => {
  const home = `${twoflat.home}/ann`;
  const places = ["here", "there"].map((name) => `${home}/${name}`);
  for (const place of places) Deno.mkdirSync(place, { recursive: true });
  const env = { HOME: home, TWOFLAT_DATA_DIR: "" };
  const at = (cwd: string, args: string[], stdin?: string) =>
    twoflat.run(args, { cwd, env, stdin });
  const [here, there] = places;
  const server = new Deno.Command(twoflat.path, {
    args: ["serve", "--port", "0", ...data],
    cwd: here,
    clearEnv: true,
    env: { ...twoflat.env, ...env },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const out = server.stdout.pipeThrough(new TextDecoderStream());
  try {
    const url = await addressOf(out);
    const page = await (await fetch(url)).text();
    const script = /\/assets\/\S+?\/main\.js/.exec(page)![0];
    match(await (await fetch(`${url}${script}`)).text(), /^import /m);
    match(await (await fetch(`${url}/changelog`)).text(), /Unreleased/);

    const local = await at(there, ["comps", house, "--json", ...data]);
    const key = await at(there, [
      ...["keys", "issue", "--quiet", "--email", "ann@example.com"],
      ...["--scopes", "read,underwrite"],
    ]);
    const wrong = await at(there, ["login", url], "svc_no");
    deepEqual([wrong.code, wrong.stdout], [2, ""]);
    const login = await at(there, ["login", url], key.stdout);
    match(login.stdout, /^logged in to http\S+ with the key \w{8}\n$/);
    const asked = await at(here, ["comps", house, "--json"]);
    match(asked.stderr, /^data: http\S+, as logged in\n$/);
    const { arv, valuation_id } = JSON.parse(asked.stdout);
    deepEqual(arv, JSON.parse(local.stdout).arv);
    const replayed = await at(here, ["replay", valuation_id]);
    match(replayed.stdout, /^identical/);
    match((await at(here, ["logout"])).stdout, /^logged out of http/);
  } finally {
    server.kill("SIGTERM");
    await out.cancel();
  }
  equal((await server.status).code, 0);

  const saved = await at(here, ["favorite", house, ...data]);
  equal(saved.code, 0, saved.stderr);
  match((await at(there, ["saved", "favorites"])).stdout, /\d{2}-\d{2}-\d{3}/);
  const folder = `${home}/.local/share/twoflat`;
  equal(Deno.statSync(folder).mode! & 0o777, 0o700);
  for (const { name, isFile } of Deno.readDirSync(folder)) {
    if (isFile) equal(Deno.statSync(`${folder}/${name}`).mode! & 0o777, 0o600);
  }
});

const SUBJECTS = 200;

Deno.test(`a batch of ${SUBJECTS} properties gives the answers of the core`, async () => {
  const subjects: Record<string, string | number>[] = spreadSubjects(
    snapshot,
    SUBJECTS,
  );
  const cell = (value: unknown) => `"${value ?? ""}"`;
  const csv = ["note,property_id,address,lat,lon,purchase_price"];
  for (const [n, { property_id, address, lat, lon }] of subjects.entries()) {
    csv.push(
      [`row ${n}`, property_id, address, lat, lon, 150_000 + n].map(cell).join(
        ",",
      ),
    );
  }
  const stdin = csv.join("\n");
  const out = `${twoflat.home}/answers.csv`;
  const [deals, values, table] = await Promise.all([
    twoflat.run(["underwrite", "--batch", "-", ...data], { stdin }),
    twoflat.run(["comps", "--batch", "-", ...data], { stdin }),
    twoflat.run(["comps", "--batch", "-", "--out", out, ...data], { stdin }),
  ]);
  const [dealt, valued] = [deals, values].map(({ stdout }) =>
    stdout.trim().split("\n").map((line) => JSON.parse(line))
  );
  const rows: Record<string, string>[] = parse(Deno.readTextFileSync(out), {
    columns: true,
  });
  deepEqual(
    [dealt.length, valued.length, rows.length],
    [SUBJECTS, SUBJECTS, SUBJECTS],
  );
  let failed = 0;
  for (const [n, subject] of subjects.entries()) {
    const deal = {
      ...subject,
      custom_assumptions: { purchase_price: 150_000 + n },
    };
    const today = dayOf(DEMO_DAY);
    const expected = await askCore(deepUnderwriteAsset, snapshot, today, deal);
    const value = await askCore(getComps, snapshot, today, {
      ...subject,
      detail: "full",
    });
    for (const [said, core] of [[dealt[n], expected], [valued[n], value]]) {
      const { row, answer, error } = said;
      equal(row.note, `row ${n}`);
      deepEqual(error ? problemOutcome(error) : { answer }, core);
    }
    if ("problem" in value) {
      failed++;
      equal(rows[n]["error.code"], value.problem.code);
    } else {
      const { arv, state } = CompsOutput.parse(value.answer);
      equal(rows[n].state, state);
      equal(rows[n]["arv.base"], arv === null ? "" : String(arv.base));
      equal(rows[n]["error.code"], "");
    }
  }
  const code = failed > 0 ? 2 : 0;
  deepEqual(
    [deals.code, values.code, table.code],
    [code, code, code],
    deals.stderr,
  );
  match(
    table.stderr,
    /columns copied to the output, not used as input: note, purchase_price/,
  );
});

Deno.test("an MCP client in either protocol era gets the same answer over stdio", async () => {
  const expected = await askCore(getComps, snapshot, dayOf(DEMO_DAY), {
    property_id: house,
  });
  for (const mode of ["legacy", { pin: "2026-07-28" }] as const) {
    const client = new Client({ name: "test", version: "1" }, {
      versionNegotiation: { mode },
    });
    await client.connect(
      new StdioClientTransport({
        command: twoflat.path,
        args: ["mcp", ...data],
        env: { ...twoflat.env },
      }),
    );
    try {
      const { tools } = await client.listTools();
      equal(tools.length, compileRegistry(OPERATIONS).tools.length);
      const { structuredContent } = await client.callTool({
        name: "get_comps",
        arguments: { property_id: house },
      });
      deepEqual({ answer: structuredContent }, expected);
    } finally {
      await client.close();
    }
  }
  const ended = await twoflat.run(["mcp", ...data], { stdin: "" });
  deepEqual(ended, { code: 0, stdout: "", stderr: "" });
});

Deno.test("the shell completes commands, their options and closed choices", async () => {
  const lines: [string[], RegExp][] = [
    [["und"], /^underwrite\t/m],
    [["underwrite", "--re"], /^--rehab-budget\t.*\n--rent-override\t/m],
    [["underwrite", "--strategy", ""], /^flip\t\nbrrrr\t\nhold\t/m],
    [["search", "--prop-types", "mf"], /^mf2_4\t/m],
    [["fit", "--price-model", "l"], /^linear\t/m],
  ];
  for (const [words, offers] of lines) {
    const { stdout } = await runHere(["complete", "--", ...words]);
    match(stdout, offers);
  }
});

Deno.test("every operation with a command has one, of that name", () => {
  const commands = program().commands.map((each) => each.name());
  const words = OPERATIONS.flatMap(({ contract }) => contract.command ?? []);
  deepEqual(words.filter((word) => !commands.includes(word)), []);
});

Deno.test("a group of commands alone shows its help and what is missing", async () => {
  for (const group of ["keys", "snapshot"]) {
    const { code, stdout, stderr } = await twoflat.run([group]);
    deepEqual([code, stdout], [2, ""]);
    match(stderr, new RegExp(`^Usage: twoflat ${group} `));
    match(stderr, /\nerror: no command was named\n/);
  }
});

Deno.test("Ctrl-C while the demo county is made leaves nothing behind", async () => {
  const dir = `${twoflat.home}/interrupted`;
  const temp = `${twoflat.home}/tmp`;
  Deno.mkdirSync(temp);
  const child = new Deno.Command(twoflat.path, {
    args: ["comps", "1"],
    clearEnv: true,
    env: { ...twoflat.env, TWOFLAT_DATA_DIR: dir, TMPDIR: temp },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let said = "";
  for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
    if (said === "") child.kill("SIGINT");
    said += text;
  }
  equal((await child.status).code, 130);
  match(said, /making the demo county/);
  match(said, /interrupted\n$/);
  deepEqual(Array.from(Deno.readDirSync(temp)), []);
  deepEqual(Array.from(Deno.readDirSync(dir), ({ name }) => name), [
    "demo.lock",
  ]);
});

Deno.test("the packed command's workers value as one thread does, and end on Ctrl-C", async () => {
  const dir = `${twoflat.home}/village`;
  await writeVillage(dir, VILLAGE);
  const args = ["backtest", "--snapshot", dir, "--from", isoOf(FROM)];
  const [alone, together] = await Promise.all(
    ["0", "2"].map((workers) =>
      twoflat.run([
        ...args,
        "--price-model=linear",
        "--workers",
        workers,
        "--json",
      ])
    ),
  );
  equal(together.code, 0, together.stderr);
  equal(together.stdout, alone.stdout);
  // Longer work than any machine does in half a second.
  await writeVillage(dir, village(3_000, 3));
  const child = new Deno.Command(twoflat.path, {
    args: [...args, "--workers=2"],
    clearEnv: true,
    env: twoflat.env,
    stdout: "null",
    stderr: "piped",
  }).spawn();
  await catchesInterrupt(child.pid);
  // Into the work of the workers.
  await delay(500);
  child.kill("SIGINT");
  const { code, stderr } = await child.output();
  equal(code, 130);
  match(new TextDecoder().decode(stderr), /interrupted\n$/);
});
