import { deepEqual, equal, rejects } from "node:assert/strict";
import { Fault, invalidParams, problemOf } from "../../contracts/errors.ts";
import { askServer, restRequest } from "../../cli/remote.ts";
import { sample } from "../../harness/sample.ts";

const { contract } = sample;
const byPath = {
  ...contract,
  rest: { method: "GET", path: "/comps/{subject}" },
} as const;

Deno.test("restRequest() fills the path and puts the rest into query or body", () => {
  const get = (input: Record<string, unknown>) =>
    restRequest("http://a.test", byPath, input).url.href;
  equal(
    get({ address: "3101 S Halsted St, Chicago", strategy: "flip" }),
    "http://a.test/api/comps/3101%20S%20Halsted%20St%2C%20Chicago?strategy=flip",
  );
  equal(get({ lat: 41.8, lon: -87.6 }), "http://a.test/api/comps/41.8%2C-87.6");
  equal(get({ property_id: "17-28" }), "http://a.test/api/comps/17-28");
  const { method, url, body } = restRequest("http://a.test/", contract, {
    price: 200_000,
    assumptions: { rate: 0.07 },
  });
  deepEqual([method, url.href, body], [
    "POST",
    "http://a.test/api/rent",
    '{"price":200000,"assumptions":{"rate":0.07}}',
  ]);
});

Deno.test("askServer() sends the key and throws what the server says", async () => {
  const answers = [
    Response.json({ rent: 2000 }),
    Response.json(problemOf(invalidParams("price", "a number"), "r1"), {
      status: 400,
    }),
    new Response("<html>", { status: 502 }),
  ];
  const keys: (string | null)[] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    ({ headers }) => {
      keys.push(headers.get("authorization"));
      return answers.shift()!;
    },
  );
  const origin = `http://127.0.0.1:${server.addr.port}`;
  const ask = () =>
    askServer({ server: origin, key: "svc_k" }, contract, { price: 1 });
  deepEqual(await ask(), { rent: 2000 });
  const fails = (code: string, field: string) => (error: unknown) =>
    error instanceof Fault && error.code === code && error.field === field;
  await rejects(ask, fails("invalid_params", "price"));
  await rejects(ask, fails("upstream_unavailable", "server"));
  await server.shutdown();
  await rejects(ask, fails("upstream_unavailable", "server"));
  deepEqual(new Set(keys), new Set(["Bearer svc_k"]));
});
