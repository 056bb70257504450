/** Every operation and endpoint with every credential: who gets what. Generated from the registry. */
import assert from "node:assert/strict";
import { Problem } from "../../contracts/errors.ts";
import { OAuthScope } from "../../contracts/oauth.ts";
import { SAVED_KINDS } from "../../contracts/saved_items.ts";
import type { Scope } from "../../contracts/scope.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { restRequest } from "../../cli/remote.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import { BASE, post, request } from "../../harness/app.ts";
import {
  everyCredential,
  type Presented,
  realApp,
  WRITE_SECRET,
} from "../../harness/access.ts";

/** Something to ask for. */
interface Asked {
  readonly name: string;
  /** `scope`: those who have it; `account`: any good credential; `key`: one that OAuth has not given; `owner`: one that sees private state; `operator`: the write secret only; `all`: everybody whose credential is not bad. */
  readonly needs: Scope | "account" | "key" | "owner" | "operator" | "all";
  /** Beside the scope, an account: anonymous callers are refused. */
  readonly account?: true;
  /** Not a tool's result: a caller without a credential is told so with 401. */
  readonly overHttp?: true;
  /** What those who may call it are told, when it is not an answer. */
  readonly reaches?: "invalid_params";
  make(headers: Readonly<Record<string, string>>): Request;
}

const MCP = { accept: "application/json, text/event-stream" };

const toolCall =
  (path: string, name: string, input: unknown) =>
  (headers: Readonly<Record<string, string>>) =>
    post(path, {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: input },
    }, { ...MCP, ...headers });

const get = (path: string) => (headers: Readonly<Record<string, string>>) =>
  request(path, { headers });

/** Every tool under each of its names, and every route. */
function everything(): Asked[] {
  const operations = OPERATIONS.flatMap(({ contract }): Asked[] => {
    const { name, scope, needsAccount: account } = contract;
    const needs: Asked["needs"] = scope ?? "account";
    const [{ input }] = contract.examples;
    const { method, url, body } = restRequest(BASE, contract, input);
    return [
      {
        name: `REST ${name}`,
        overHttp: true,
        needs,
        account,
        make: (headers) =>
          request(url.href.slice(BASE.length), {
            method,
            body,
            headers: { "content-type": "application/json", ...headers },
          }),
      },
      ...contract.tool === false ? [] : [{
        name: `MCP ${name}`,
        needs,
        account,
        make: toolCall("/mcp", name, input),
      }],
      ...contract.aliases.map((alias) => ({
        name: `MCP ${alias.name}`,
        needs,
        reaches: "invalid_params" as const,
        make: toolCall("/mcp", alias.name, { nonsense: true }),
      })),
    ];
  });
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  return [
    ...operations,
    {
      name: "tools/list",
      needs: "all",
      make: (headers) => post("/mcp", list, { ...MCP, ...headers }),
    },
    {
      name: "/mcp/oauth",
      needs: "account",
      overHttp: true,
      make: (headers) => post("/mcp/oauth", list, { ...MCP, ...headers }),
    },
    ...["usage", "audit", "channels", "dead-letters", ...SAVED_KINDS].map((
      kind,
    ): Asked => ({
      name: `my ${kind}`,
      overHttp: true,
      needs: "owner",
      make: get(`/api/me/${kind}`),
    })),
    {
      name: "events",
      overHttp: true,
      needs: "owner",
      make: get("/api/events"),
    },
    {
      name: "own keys",
      needs: "key",
      overHttp: true,
      make: get("/api/me/keys"),
    },
    ...["/api/keys", "/api/state", "/api/deals", "/api/state/reports"].map(
      (path): Asked => ({ name: path, needs: "operator", make: get(path) }),
    ),
    {
      name: "issue",
      needs: "operator",
      make: (headers) => post("/api/keys", { email: "b@example.com" }, headers),
    },
  ];
}

/** What should become of a request: the code of the problem, or `ok`. */
function expected(
  { needs, account, overHttp }: Asked,
  { name, ...credential }: Presented,
) {
  // HTTP asks for a credential, a tool names what is missing.
  const uncredentialed = overHttp ? "unauthorized" : "forbidden_scope";
  if (needs === "operator") {
    return name === "write secret" ? "ok" : "unauthorized";
  }
  if (!credential.scopes) return "unauthorized";
  if (needs === "all") return "ok";
  if (needs === "key" && name === "OAuth") return "forbidden_scope";
  if (needs === "owner" && !credential.anonymous) {
    return credential.scopes.has("write-state") ? "ok" : "forbidden_scope";
  }
  if (needs === "account" || needs === "key" || needs === "owner") {
    return credential.anonymous ? uncredentialed : "ok";
  }
  if (credential.scopes.has(needs) && !(account && credential.anonymous)) {
    return "ok";
  }
  return credential.anonymous ? uncredentialed : "forbidden_scope";
}

/** What became of a request, with what must come with it checked. */
async function outcome(
  asked: Asked,
  credential: Presented,
  response: Response,
): Promise<string> {
  if (asked.name === "events" && response.ok) {
    await response.body!.cancel();
    return "ok";
  }
  const body = await messageOf(response);
  const problem = problemIn(body);
  if (!problem) return "error" in body ? "protocol error" : "ok";
  const challenge: string | undefined =
    response.headers.get("www-authenticate") ??
      (body.result as { _meta?: Record<string, string[]> })
        ?._meta?.["mcp/www_authenticate"]?.[0];
  if (problem.code === "unauthorized") {
    // A tool tells it in its result.
    assert.equal(response.status, "result" in body ? 200 : 401);
    assert.match(challenge!, /^Bearer /);
    if (!credential.anonymous && asked.needs !== "operator") {
      assert.match(challenge!, /error="invalid_token"/);
    }
  }
  for (const [, named] of (challenge ?? "").matchAll(/scope="([^"]*)"/g)) {
    for (const scope of named.split(" ")) OAuthScope.parse(scope);
  }
  if (problem.code === "forbidden_scope") {
    const missing = asked.needs === "key" || asked.needs === "owner"
      ? "write-state"
      : asked.needs;
    const isScope = missing !== "account";
    assert.deepEqual(problem.missing_scopes, isScope ? [missing] : undefined);
    const isGrantable = OAuthScope.safeParse(missing).success;
    if (isScope && !isGrantable) {
      assert.equal(challenge, undefined);
      assert.match(problem.detail, /use an API key that has it/);
    } else {
      assert.match(challenge!, /^Bearer error="insufficient_scope"/);
      if (isScope) assert.match(challenge!, new RegExp(`scope="${missing}"`));
    }
  }
  return asked.reaches === problem.code ? "ok" : problem.code;
}

async function messageOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  const line = text.split("\n").find((line) => line.startsWith("data: {"));
  return JSON.parse(line?.slice(6) ?? text);
}

function problemIn(body: Record<string, unknown>): Problem | undefined {
  const { error, result } = body as {
    error?: { data?: unknown };
    result?: { isError?: boolean; content: { text: string }[] };
  };
  const problem = error
    ? error.data
    : result?.isError
    ? JSON.parse(result.content[0].text)
    : "code" in body
    ? body
    : undefined;
  return problem && Problem.parse(problem);
}

Deno.test("every tool and endpoint gives every credential what it should", async () => {
  const snapshot = await demoSnapshot();
  await using real = await realApp({
    registry: compileRegistry(OPERATIONS),
    snapshot,
    today: () => dayOf(DEMO_DAY),
    writeSecret: WRITE_SECRET,
  });
  const credentials = await everyCredential(real);
  const wrong: string[] = [];
  let cells = 0;
  for (const asked of everything()) {
    for (const credential of credentials) {
      cells++;
      // Each from an address of its own: limits are not what is asked here.
      const peer = `10.${cells >> 16}.${(cells >> 8) & 255}.${cells & 255}`;
      const response = await real.app.fetch(asked.make(credential.headers), {
        peer,
      });
      const [is, should] = [
        await outcome(asked, credential, response),
        expected(asked, credential),
      ];
      if (is !== should) {
        wrong.push(
          `${asked.name} with ${credential.name}: ${is}, not ${should}`,
        );
      }
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("a token in the URL identifies no one", async () => {
  await using real = await realApp();
  const key = await real.issue({ scopes: "read,underwrite" });
  for (const field of ["access_token", "token", "key", "api_key"]) {
    const { status } = await real.app.fetch(
      request(`/api/me/usage?${field}=${key}`),
    );
    assert.equal(status, 401);
  }
});
