import assert from "node:assert/strict";
import {
  ConfigError,
  describeConfig,
  OLD_DATA_DIR,
  readConfig,
  SETTINGS,
  usualDataDir,
} from "../core/config.ts";

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    assert(error instanceof ConfigError);
    return error.problems;
  }
  return [];
}

Deno.test("readConfig() listens on 127.0.0.1:8787 by default", () => {
  const config = readConfig({});
  assert.equal(config.host, "127.0.0.1");
  assert.equal(config.port, 8787);
  assert.equal(config.writeSecret, undefined);
  assert.equal(config.snapshot, undefined);
});

Deno.test("readConfig() reads lists, numbers and dates", () => {
  const config = readConfig({
    TWOFLAT_PORT: "0",
    TWOFLAT_TODAY: "2026-11-20",
    TWOFLAT_ALLOWED_HOSTS: "localhost, twoflat.example",
    TWOFLAT_ALLOWED_ORIGINS: "https://map.example",
    TWOFLAT_TRUSTED_PROXIES: "10.0.0.0/8, ::1",
    MAP_STYLE_URL: "https://tiles.example/style.json",
    MAP_ORIGINS: "https://fonts.example",
  });
  assert.equal(config.mapStyleUrl, "https://tiles.example/style.json");
  assert.deepEqual(config.mapOrigins, ["https://fonts.example"]);
  assert.equal(config.port, 0);
  assert.equal(config.today, "2026-11-20");
  assert.deepEqual(config.allowedHosts, ["localhost", "twoflat.example"]);
  assert.deepEqual(config.allowedOrigins, ["https://map.example"]);
  assert.deepEqual(config.trustedProxies, ["10.0.0.0/8", "::1"]);
});

Deno.test("readConfig() takes IPv6 addresses with and without brackets", () => {
  assert.equal(readConfig({ TWOFLAT_HOST: "::1" }).host, "::1");
  assert.equal(readConfig({ TWOFLAT_HOST: "[::1]" }).host, "::1");
});

Deno.test("readConfig() takes an empty variable as unset", () => {
  assert.equal(readConfig({ TWOFLAT_PORT: "" }).port, 8787);
});

Deno.test("readConfig() takes PORT, which hosts set, where TWOFLAT_PORT is unset", () => {
  assert.equal(readConfig({ PORT: "9000" }).port, 9000);
  assert.equal(readConfig({ PORT: "9000", TWOFLAT_PORT: "9001" }).port, 9001);
  assert.equal(readConfig({ PORT: "" }).port, 8787);
});

Deno.test("readConfig() names each malformed setting and what it expects", () => {
  for (
    const [name, value] of [
      ["TWOFLAT_PORT", "http"],
      ["TWOFLAT_PORT", "65536"],
      ["TWOFLAT_PORT", "80.5"],
      ["TWOFLAT_HOST", "http://localhost"],
      ["TWOFLAT_TODAY", "2026-02-30"],
      ["TWOFLAT_TRUSTED_PROXIES", "10.0.0.0/33"],
      ["TWOFLAT_TRUSTED_PROXIES", "proxy.example"],
      ["TWOFLAT_ALLOWED_ORIGINS", "https://map.example/"],
      ["TWOFLAT_LOG", "loud"],
    ]
  ) {
    const problems = problemsOf({ [name]: value });
    const { expected } = Object.values(SETTINGS).find((setting) =>
      setting.name === name
    )!;
    assert.deepEqual(problems, [
      `${name}: ${JSON.stringify(value)} is not ${expected}`,
    ]);
  }
});

Deno.test("readConfig() lists all problems at once, unknown settings among them", () => {
  const problems = problemsOf({
    TWOFLAT_PROT: "1",
    TWOFLAT_PORT: "x",
    HOME: "/root",
  });
  assert.equal(problems.length, 2);
  assert.match(problems[0], /^TWOFLAT_PORT: /);
  assert.match(
    problems[1],
    /^TWOFLAT_PROT: no such setting \(did you mean TWOFLAT_PORT\?\)/,
  );
  assert.match(problemsOf({ TWOFLAT_COLOR: "1" })[0], /no such setting;/);
});

Deno.test("describeConfig() shows sources and masks secrets", () => {
  const rows = describeConfig({
    TWOFLAT_PORT: "9000",
    DENO_KV_ACCESS_TOKEN: "hunter2",
  });
  const row = (name: string) => rows.find((each) => each.name === name)!;
  assert.equal(row("TWOFLAT_PORT").value, "9000");
  assert.equal(row("TWOFLAT_PORT").source, "environment");
  assert.equal(row("TWOFLAT_HOST").source, "default");
  assert.equal(row("TWOFLAT_SNAPSHOT").source, "unset");
  assert.equal(row("DENO_KV_ACCESS_TOKEN").value, "(set)");
  assert(!JSON.stringify(rows).includes("hunter2"));
});

Deno.test("data are kept where the system keeps programs' data, and in the old place while a store is there", async () => {
  const places = [
    [{ HOME: "/home/ann" }, "linux", "/home/ann/.local/share/twoflat"],
    [
      { HOME: "/home/ann", XDG_DATA_HOME: "/data" },
      "linux",
      "/data/twoflat",
    ],
    [
      { HOME: "/home/ann", XDG_DATA_HOME: "data" },
      "linux",
      "/home/ann/.local/share/twoflat",
    ],
    [
      { HOME: "/Users/ann", XDG_DATA_HOME: "/data" },
      "darwin",
      "/Users/ann/Library/Application Support/twoflat",
    ],
    [
      { LOCALAPPDATA: "C:\\Users\\Ann\\AppData\\Local" },
      "windows",
      "C:\\Users\\Ann\\AppData\\Local\\twoflat",
    ],
    [
      { USERPROFILE: "C:\\Users\\Ann" },
      "windows",
      "C:\\Users\\Ann\\AppData\\Local\\twoflat",
    ],
    [{}, "linux", OLD_DATA_DIR],
  ] as const;
  for (const [env, os, path] of places) {
    assert.equal(usualDataDir(env, os), path);
  }
  assert.equal(readConfig({ TWOFLAT_DATA_DIR: "here" }).dataDir, "here");

  const cwd = Deno.cwd();
  const dir = await Deno.makeTempDir();
  try {
    Deno.chdir(dir);
    const env = { HOME: dir };
    const usual = usualDataDir(env);
    assert.equal(readConfig(env).dataDir, usual);
    await Deno.mkdir(`${OLD_DATA_DIR}/demo`, { recursive: true });
    assert.equal(readConfig(env).dataDir, usual);
    await Deno.writeTextFile(`${OLD_DATA_DIR}/twoflat.kv`, "");
    assert.equal(readConfig(env).dataDir, OLD_DATA_DIR);
  } finally {
    Deno.chdir(cwd);
    await Deno.remove(dir, { recursive: true });
  }
});
