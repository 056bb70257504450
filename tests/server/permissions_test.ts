import assert from "node:assert/strict";
import { Fault } from "../../contracts/errors.ts";
import { readConfig } from "../../core/config.ts";
import { reachableNetworks } from "../../core/delivery/public_address.ts";
import type { Feed } from "../../core/inventory/reso/feed.ts";
import { CountySources } from "../../core/jobs/county/county_sources.ts";
import { serverPermissions } from "../../server/permissions.ts";

/** What a server may do with these settings; its files are in `/code`. */
function permissions(
  env: Readonly<Record<string, string>>,
  feeds: readonly Feed[] = [],
  sources?: CountySources,
) {
  const all = { TWOFLAT_DATA_DIR: "/data", TWOFLAT_PORT: "8787", ...env };
  return serverPermissions(readConfig(all), {
    code: ["/code"],
    feeds,
    sources,
    env: all,
    nameServers: ["10.0.0.53", "fd00::53"],
  });
}

Deno.test("serverPermissions() lets a server write its data folder, and reach its address, names and public webhooks", () => {
  const { read, write, net } = permissions({});
  assert.deepEqual(write, ["/data"]);
  assert.deepEqual(read, ["/code", "/data"]);
  assert.deepEqual(net, [
    "127.0.0.1:8787",
    "10.0.0.53:53",
    "[fd00::53]:53",
    ...reachableNetworks().map((network) => `${network}:443`),
  ]);
});

Deno.test("serverPermissions() adds what the settings name, and no more", () => {
  const { read, write, net } = permissions({
    TWOFLAT_HOST: "::1",
    TWOFLAT_SNAPSHOT: "/snapshots/cook",
    TWOFLAT_OUTBOUND_CA: "/etc/ca.pem",
    TWOFLAT_BRAND_LOGO: "/etc/logo.png",
    TWOFLAT_TELEGRAM_TOKEN: "1:a",
    TWOFLAT_SMTP_URL: "smtps://me:secret@mail.example:465",
    TWOFLAT_REACHABLE: "shard.db.example:443",
    KV_URL: "/stores/twoflat.kv",
  }, [{
    name: "mls",
    url: "https://mls.example/odata",
    auth: { type: "client_credentials", token_url: "https://id.example/t" },
  } as Feed]);
  assert.deepEqual(write, ["/data", "/stores"]);
  assert.deepEqual(read, [
    "/code",
    "/data",
    "/stores",
    "/snapshots/cook",
    "/snapshots/cook.previous",
    "/etc/ca.pem",
    "/etc/logo.png",
  ]);
  assert.deepEqual(net.slice(0, 6), [
    "[::1]:8787",
    "api.telegram.org:443",
    "mail.example",
    "mls.example:443",
    "id.example:443",
    "shard.db.example:443",
  ]);
});

Deno.test("serverPermissions() lets a server that refreshes the county read its files, replace the snapshot and ask the portals", () => {
  const sources = CountySources.parse({
    county: {},
    chicago: { base_url: "http://127.0.0.1:9001" },
    census: {},
    reference: ["/srv/reference"],
  });
  const named = { TWOFLAT_SOURCES: "/etc/sources.json" };
  const { read, write, net } = permissions(
    { ...named, TWOFLAT_SNAPSHOT: "/snapshots/cook" },
    [],
    sources,
  );
  assert.deepEqual(write, ["/data", "/snapshots"]);
  assert.deepEqual(read.slice(-2), ["/etc/sources.json", "/srv/reference"]);
  const portals = [
    "datacatalog.cookcountyil.gov:443",
    "127.0.0.1:9001",
    "api.census.gov:443",
    "tigerweb.geo.census.gov:443",
  ];
  assert.deepEqual(net.slice(1, 5), portals);
  const published = permissions(
    { ...named, TWOFLAT_SNAPSHOT: "s3://bucket/cook" },
    [],
    sources,
  );
  assert.deepEqual(published.write, ["/data"]);
});

Deno.test("serverPermissions() reads no folder for a published snapshot and a KV Connect database", () => {
  const hosts = (env: Readonly<Record<string, string>>) => {
    const { read, net } = permissions(env);
    assert.deepEqual(read, ["/code", "/data"]);
    return net.slice(1, net.indexOf("10.0.0.53:53"));
  };
  assert.deepEqual(
    hosts({
      KV_URL: "http://kv.internal:4512",
      TWOFLAT_SNAPSHOT: "https://files.example/cook",
    }),
    ["kv.internal:4512", "files.example:443"],
  );
  assert.deepEqual(
    hosts({ TWOFLAT_SNAPSHOT: "s3://bucket/cook" }),
    ["s3.us-east-1.amazonaws.com:443"],
  );
  assert.deepEqual(
    hosts({
      TWOFLAT_SNAPSHOT: "s3://bucket/cook",
      AWS_ENDPOINT_URL: "http://127.0.0.1:9000",
    }),
    ["127.0.0.1:9000"],
  );
});

Deno.test("serverPermissions() refuses a comma in a path, which would name two", () => {
  assert.throws(
    () => permissions({ TWOFLAT_DATA_DIR: "/data,/etc" }),
    (error) => error instanceof Fault && error.code === "invalid_params",
  );
});
