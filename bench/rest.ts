/**
 * REST over a socket: requests a second and the server's CPU time a request, for health,
 * valuations and underwritings of 200 properties, with a key. `deno run -P=bench bench/rest.ts`
 */
import { load, report, serveDemo } from "./http_load.ts";

await using server = await serveDemo();
const { headers } = server;
const subject = (n: number) => server.subjects[n % server.subjects.length];

report(
  "GET /api/health",
  await load(server, () => ({ method: "GET", path: "/api/health" })),
);
report(
  "GET /api/comps",
  await load(server, (n) => ({
    method: "GET",
    path: `/api/comps/${subject(n)}`,
    headers,
  })),
);
report(
  "POST /api/underwrite",
  await load(server, (n) => ({
    method: "POST",
    path: "/api/underwrite",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({
      property_id: subject(n),
      custom_assumptions: { purchase_price: 300_000 },
    }),
  })),
);
