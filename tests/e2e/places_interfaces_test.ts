import assert from "node:assert/strict";
import { Problem } from "../../contracts/errors.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { getTractReport } from "../../core/operations/place/get_tract_report.ts";
import { marketPulse } from "../../core/operations/place/market_pulse.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import type { Operation } from "../../core/service/operation.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { riskReport } from "../../core/operations/property/risk_report.ts";
import { viewportContext } from "../../core/operations/place/viewport_context.ts";
import { listen } from "../../routes/listen.ts";
import { sampleApp } from "../../harness/app.ts";
import { CLIENTS } from "../routes/mcp/clients.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import {
  askCore,
  type Outcome,
  problemOutcome,
} from "../../harness/interfaces.ts";

type Question = readonly [Operation, Record<string, string | number>];

/** Every example, and questions that are answered with a fault. */
const QUESTIONS: readonly Question[] = [
  ...[getTractReport, marketPulse, riskReport, viewportContext].flatMap((
    operation: Operation,
  ) =>
    operation.contract.examples.map(({ input }): Question => [
      operation,
      input as Record<string, string | number>,
    ])
  ),
  [getTractReport, { geoid: "17031999999" }],
  [getTractReport, { geoid: "60608" }],
  [viewportContext, { area: "Irvin Park" }],
  [riskReport, { lat: 41.9, lon: -87.2 }],
  [riskReport, { lat: 43.04, lon: -87.9 }],
  [riskReport, { lat: 0, lon: 0 }],
];

/** A GET as its contract describes it. */
async function askRest(
  url: string,
  [operation, input]: Question,
): Promise<Outcome> {
  const rest = new Map(Object.entries(input));
  const path = operation.contract.rest.path.replace(
    /\{(\w+)\}/g,
    (_, field) => {
      const names = field === "subject" ? ["lat", "lon"] : [field];
      const value = names.map((name) => rest.get(name)).join(",");
      for (const name of names) rest.delete(name);
      return encodeURIComponent(value);
    },
  );
  const query = new URLSearchParams();
  for (const [name, value] of rest) query.set(name, String(value));
  const response = await fetch(`${url}/api${path}?${query}`);
  const body = await response.json();
  return response.ok ? { answer: body } : problemOutcome(Problem.parse(body));
}

Deno.test("operations about places give the same answers from the core, REST and MCP, with date, confidence, versions and one read", async () => {
  const snapshot = await demoSnapshot();
  const today = dayOf(DEMO_DAY);
  const app = sampleApp({
    registry: compileRegistry(OPERATIONS),
    snapshot,
    today: () => today,
  });
  const server = listen(app, "127.0.0.1", 0);
  try {
    await using client = await CLIENTS[2].connect(new URL("/mcp", server.url));
    await client.listTools();
    let answers = 0;
    for (const question of QUESTIONS) {
      const [operation, input] = question;
      const { name, output } = operation.contract;
      const core = await askCore(operation, snapshot, today, input);
      assert.deepEqual(await askRest(server.url, question), core, name);
      const { isError, content, structuredContent } = await client.callTool(
        name,
        input,
      );
      const overMcp: Outcome = isError
        ? problemOutcome(Problem.parse(JSON.parse(content[0].text!)))
        : { answer: structuredContent };
      assert.deepEqual(overMcp, core, name);
      if (!("answer" in core)) continue;
      answers++;
      const answer = output.parse(core.answer) as Record<string, unknown>;
      for (const field of ["as_of", "confidence", "model_versions", "read"]) {
        assert.notEqual(answer[field], undefined, `${name} ${field}`);
      }
      assert.equal(typeof answer.model_version, "string");
    }
    assert.equal(answers, QUESTIONS.length - 3);
  } finally {
    await server.stop();
  }
});
