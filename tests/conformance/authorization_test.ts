import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { freePort } from "../../harness/ports.ts";
import { Browser, oauthService, registered } from "../routes/oauth/harness.ts";

const SUITE = fileURLToPath(
  new URL("../../harness/conformance/suite.ts", import.meta.url),
);

Deno.test("the official suite's authorization scenarios pass", async () => {
  await using service = await oauthService();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => service.fetch(request),
  );
  const issuer = `http://127.0.0.1:${server.addr.port}`;
  const port = freePort();
  const { client_id } = await registered(service, {
    redirect_uris: [`http://127.0.0.1:${port}/callback`],
  });
  const suite = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--allow-all", SUITE, "authorization"],
      ...["--url", issuer, "--client-id", client_id, "--port", `${port}`],
    ],
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  for await (const text of suite.stdout.pipeThrough(new TextDecoderStream())) {
    output += text;
    const asked = new RegExp(`^${issuer}(/oauth/authorize\\S+)\n`, "m")
      .exec(output)?.[1];
    if (asked === undefined) continue;
    // The suite prints the address for a person to open; this is the person.
    output = output.replace(asked, "(opened)");
    const back = await new Browser(service, issuer).allow(asked);
    await (await fetch(back)).body?.cancel();
  }
  const errors = await new Response(suite.stderr).text();
  const { code } = await suite.status;
  await server.shutdown();
  assert.equal(code, 0, output + errors);
  assert.match(output, /Total: [1-9]\d* passed, 0 failed/);
});
