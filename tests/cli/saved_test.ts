import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { EventKind } from "../../contracts/events.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { keysIn } from "../../core/access/keys.ts";
import { openAccess } from "../../core/access/access.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { savedItems } from "../../core/service/workspace.ts";
import { listen } from "../../routes/listen.ts";
import { sampleApp } from "../../harness/app.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";

const CLI = join(import.meta.dirname!, "..", "..", "cli", "main.ts");
const snapshot = await demoSnapshot();
const pin = snapshot.tables.parcels.property_id.at(7);

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line on the demo county, with a data directory or a server of its own. */
async function twoflat(
  args: readonly string[],
  env: Record<string, string>,
): Promise<Outcome> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-P=cli", CLI, ...args],
    env: {
      TWOFLAT_SNAPSHOT: snapshot.dir,
      TWOFLAT_TODAY: DEMO_DAY,
      NO_COLOR: "1",
      ...env,
    },
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

const MUTATIONS: readonly (readonly [EventKind, ...string[]])[] = [
  ["favorite_saved", "favorite", pin, "--tags", "visit,brick"],
  ["note_added", "note", "--property-id", pin, "--text", "Ask for the roof."],
  ["preset_updated", "preset", "--name", "careful", "--rate", "0.08"],
  [
    "profile_created",
    "profile",
    ...["--name", "flats", "--strategy", "hold", "--paused"],
    ...["--cadence", "daily", "--daily-cap", "5"],
  ],
];

/** Saves one of each kind, and returns what is listed after. */
async function saveAll(env: Record<string, string>) {
  for (const [i, [kind, ...args]] of MUTATIONS.entries()) {
    const { code, out, err } = await twoflat([...args, "--json"], env);
    equal(code, 0, err);
    const event = JSON.parse(out);
    deepEqual([event.seq, event.kind], [i + 1, kind]);
  }
  const { code, out, err } = await twoflat(["saved", "--json"], env);
  equal(code, 0, err);
  const listed = JSON.parse(out);
  equal(listed.favorites[0].property_id, pin);
  deepEqual(listed.favorites[0].tags, ["visit", "brick"]);
  deepEqual(listed.presets[0].assumptions, { rate: 0.08 });
  equal(listed.profiles[0].paused, true);
  equal(listed.notes[0].text, "Ask for the roof.");
  return listed;
}

Deno.test("what is saved on this machine stays, is listed, and is an agent's too", async () => {
  const dir = await Deno.makeTempDir();
  const env = { TWOFLAT_DATA_DIR: dir };
  try {
    const { profiles: [{ profile_id }] } = await saveAll(env);
    const text = await twoflat(["saved"], env);
    for (const part of ["visit, brick", "Ask for the roof.", "rate 0.08"]) {
      equal(text.out.includes(part), true, part);
    }
    const resumed = await twoflat(
      ["profile", "--profile-id", profile_id, "--no-paused", "--json"],
      env,
    );
    equal(JSON.parse(resumed.out).data.paused, false, resumed.err);

    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: Deno.execPath(),
        args: ["run", "--quiet", "-P=cli", CLI, "mcp"],
        env: {
          ...Deno.env.toObject(),
          ...env,
          TWOFLAT_SNAPSHOT: snapshot.dir,
          TWOFLAT_TODAY: DEMO_DAY,
        },
      }),
    );
    try {
      const { structuredContent, isError } = await client.callTool({
        name: "save_favorite_property",
        arguments: { property_id: pin, remove: true },
      });
      equal(isError ?? false, false);
      equal((structuredContent as { seq: number }).seq, MUTATIONS.length + 2);
    } finally {
      await client.close();
    }
    const left = await twoflat(["saved", "favorites", "--json"], env);
    deepEqual(JSON.parse(left.out), { favorites: [] });
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("with a server it is kept for the key's owner; without a key the error says what is needed", async () => {
  const dir = await Deno.makeTempDir();
  using kv = await Deno.openKv(":memory:");
  const keys = keysIn(kv);
  const access = openAccess(kv);
  const server = listen(
    sampleApp({
      registry: compileRegistry(OPERATIONS),
      snapshot,
      today: () => dayOf(DEMO_DAY),
      keys,
      access,
      saved: savedItems(kv),
    }),
    "127.0.0.1",
    0,
  );
  try {
    const env = { TWOFLAT_SERVER: server.url, TWOFLAT_DATA_DIR: dir };
    const { key } = await keys.issue({
      email: "ann@example.com",
      scopes: "read,write-state",
      rpm_limit: 1_000,
    });
    await saveAll({ ...env, TWOFLAT_KEY: key });
    const keyless = await twoflat(["saved", "--json"], env);
    equal(keyless.code, 2);
    const problem = JSON.parse(keyless.err);
    deepEqual([problem.code, problem.field], ["unauthorized", "key"]);
    match(problem.expected, /--key or TWOFLAT_KEY/);
  } finally {
    await server.stop();
    await access.flush();
    await Deno.remove(dir, { recursive: true });
  }
});
