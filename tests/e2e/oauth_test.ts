/** OAuth over two server processes on one store, one of which is killed. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import {
  type ServerProcess,
  startServer,
} from "../../harness/server_process.ts";

const ISSUER = "https://twoflat.test";
const REDIRECT = "https://client.example/callback";
const VERIFIER = "v".repeat(43);

/** A POST as a client or a browser sends it: both servers are known by one public name. */
async function post(
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams(fields),
  });
}

async function registered(url: string): Promise<string> {
  const response = await fetch(`${url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [REDIRECT] }),
  });
  return (await response.json()).client_id;
}

/** A person allows the client at this server. */
async function allowed(
  url: string,
  clientId: string,
): Promise<{ code: string; cookie: string }> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: hash("sha256", VERIFIER, "base64url"),
    code_challenge_method: "S256",
    resource: `${ISSUER}/mcp`,
  });
  const page = await fetch(`${url}/oauth/authorize?${query}`);
  const cookie = page.headers.get("set-cookie")!.split(";")[0];
  const text = await page.text();
  const field = (name: string) =>
    new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(text)![1];
  const answer = await post(`${url}/oauth/authorize?${query}`, {
    at: field("at"),
    signature: field("signature"),
    decision: "allow",
  }, { cookie, origin: ISSUER });
  const back = new URL(answer.headers.get("location")!);
  assert.equal(back.searchParams.get("iss"), ISSUER);
  await answer.body?.cancel();
  return { code: back.searchParams.get("code")!, cookie };
}

async function statusOf(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/mcp/oauth`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  await response.body?.cancel();
  return response.status;
}

Deno.test("OAuth holds over two servers on one store, a kill, and keeps its secrets", async () => {
  const { dir } = await demoSnapshot();
  const dataDir = await Deno.makeTempDir();
  const start = () =>
    startServer({
      TWOFLAT_SNAPSHOT: dir,
      TWOFLAT_TODAY: DEMO_DAY,
      TWOFLAT_DATA_DIR: dataDir,
      TWOFLAT_PORT: "0",
      TWOFLAT_PUBLIC_URL: ISSUER,
    });
  const servers: ServerProcess[] = [start(), start()];
  const kill = async ({ child, ended }: ServerProcess) => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await ended;
  };
  try {
    const [one, other] = await Promise.all(servers.map(({ url }) => url));
    const client_id = await registered(one);
    const { code, cookie } = await allowed(other, client_id);
    const exchange = {
      grant_type: "authorization_code",
      client_id,
      code,
      code_verifier: VERIFIER,
    };
    const exchanged = await post(`${one}/oauth/token`, exchange);
    const tokens = await exchanged.json();
    assert.equal(exchanged.status, 200, JSON.stringify(tokens));

    // What a server has answered survives its end.
    await kill(servers[0]);
    assert.equal(await statusOf(other, tokens.access_token), 200);
    const third = start();
    servers.push(third);
    const url = await third.url;
    const refreshed = await post(`${url}/oauth/token`, {
      grant_type: "refresh_token",
      client_id,
      refresh_token: tokens.refresh_token,
    });
    const next = await refreshed.json();
    assert.equal(refreshed.status, 200, JSON.stringify(next));

    // Ended at one server, it has ended at the other.
    const token = next.refresh_token;
    const ended = await post(`${url}/oauth/revoke`, { token, client_id });
    assert.equal(ended.status, 200);
    for (const each of [tokens, next]) {
      assert.equal(await statusOf(other, each.access_token), 401);
    }

    // Eight replays over both servers bring tokens once, which they end.
    const again = { ...exchange, ...await allowed(url, client_id) };
    const { cookie: _, ...fields } = again;
    const replays = await Promise.all(
      Array.from(
        { length: 8 },
        (_, n) => post(`${n % 2 ? url : other}/oauth/token`, fields),
      ),
    );
    const answers = await Promise.all(replays.map((each) => each.json()));
    const won = answers.filter((answer) => "access_token" in answer);
    assert.equal(won.length, 1, JSON.stringify(answers));
    assert.equal(await statusOf(other, won[0].access_token), 401);

    for (const server of servers) await kill(server);
    const secrets = [code, again.code, cookie.split("=")[1]].concat(
      [tokens, next, won[0]].flatMap((each) => [
        each.access_token,
        each.refresh_token,
      ]),
    );
    const written = servers.map(({ output }) => output.text);
    for await (const { name } of Deno.readDir(dataDir)) {
      const bytes = await Deno.readFile(`${dataDir}/${name}`);
      written.push(new TextDecoder("latin1").decode(bytes));
    }
    assert.ok(written.some((text) => text.includes(client_id)));
    for (const secret of secrets) {
      assert.ok(written.every((text) => !text.includes(secret.slice(-43))));
    }
  } finally {
    for (const server of servers) await kill(server);
    await Deno.remove(dataDir, { recursive: true });
  }
});
