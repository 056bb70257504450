/** `twoflat keys` on a local store and through a server, as an operator would. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { realApp, WRITE_SECRET } from "../../harness/access.ts";

const CLI = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function twoflat(
  env: Record<string, string>,
  command: string,
): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-P=cli", CLI, "keys", ...command.split(" ")],
    env: { NO_COLOR: "1", ...env },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return { code, out: text(stdout), err: text(stderr) };
}

/** Issue, list, rotate, revoke; the same wherever the keys are. */
async function lifeOfAKey(env: Record<string, string>): Promise<void> {
  const issued = await twoflat(
    env,
    "issue --email ann@example.com --scopes read,underwrite --label desk",
  );
  assert.equal(issued.code, 0, issued.err);
  assert.match(issued.out, /^svc_[0-9A-Za-z]{57}$/);
  assert.match(issued.err, /^shown once: keep it safe/);
  const id = issued.out.slice(4, 12);

  const [listed, rotated, usage, audit] = await Promise.all(
    ["list", `rotate ${id} --quiet`, `usage ${id}`, `audit ${id}`]
      .map((command) => twoflat(env, command)),
  );
  assert.match(
    listed.out,
    new RegExp(`^${id}\\s+live\\s+read underwrite`, "m"),
  );
  assert(!listed.out.includes(issued.out.slice(12)));
  assert.equal(rotated.out.slice(0, 12), issued.out.slice(0, 12));
  assert.notEqual(rotated.out, issued.out);
  assert.equal(rotated.err, "");
  assert.equal(usage.out, "No calls in 30 days.");
  assert.equal(audit.out, "No calls.");
  assert.equal((await twoflat(env, `revoke ${id}`)).out, `${id} revoked`);
}

Deno.test("twoflat keys works on the local store", async () => {
  const dataDir = await Deno.makeTempDir();
  const env = { TWOFLAT_DATA_DIR: dataDir };
  await lifeOfAKey(env);
  const [bad, unknown] = await Promise.all([
    twoflat(env, "issue --email ann --json"),
    twoflat(env, "revoke 00000000 --json"),
  ]);
  assert.equal(bad.code, 2);
  assert.equal(JSON.parse(bad.err).field, "email");
  assert.equal(unknown.code, 2);
  assert.equal(JSON.parse(unknown.err).code, "not_found");
  await Deno.remove(dataDir, { recursive: true });
});

Deno.test("twoflat keys works through a server, for its operator only", async () => {
  await using real = await realApp();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => real.app.fetch(request),
  );
  const dataDir = await Deno.makeTempDir();
  const env = {
    TWOFLAT_SERVER: `http://127.0.0.1:${server.addr.port}`,
    TWOFLAT_DATA_DIR: dataDir,
  };
  await lifeOfAKey({ ...env, TWOFLAT_WRITE_SECRET: WRITE_SECRET });
  const [none, wrong] = await Promise.all([
    twoflat(env, "list"),
    twoflat(
      { ...env, TWOFLAT_WRITE_SECRET: WRITE_SECRET.replace("a", "b") },
      "list --json",
    ),
  ]);
  assert.equal(none.code, 2);
  assert.match(none.err, /TWOFLAT_WRITE_SECRET/);
  assert.equal(JSON.parse(wrong.err).code, "unauthorized");
  await server.shutdown();
  await Deno.remove(dataDir, { recursive: true });
});
