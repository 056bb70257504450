import assert from "node:assert/strict";
import { Problem } from "../../contracts/errors.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { deepUnderwriteAsset } from "../../core/operations/property/deep_underwrite_asset.ts";
import { getComps } from "../../core/operations/property/get_comps.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import type { Operation } from "../../core/service/operation.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { listen } from "../../routes/listen.ts";
import { sampleApp } from "../../harness/app.ts";
import { CLIENTS, type TestClient } from "../routes/mcp/clients.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import {
  askCore,
  type Outcome,
  problemOutcome,
  spreadSubjects,
} from "../../harness/interfaces.ts";

const SUBJECTS = 200;
const today = dayOf(DEMO_DAY);

async function askRest(
  url: string,
  input: Record<string, unknown>,
  underwrite: boolean,
): Promise<Outcome> {
  const { property_id, address, lat, lon } = input;
  const subject = String(property_id ?? address ?? `${lat},${lon}`);
  const response = underwrite
    ? await fetch(`${url}/api/underwrite`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    })
    : await fetch(`${url}/api/comps/${encodeURIComponent(subject)}`);
  const body = await response.json();
  return response.ok ? { answer: body } : problemOutcome(Problem.parse(body));
}

async function askMcp(
  client: TestClient,
  name: string,
  input: Record<string, unknown>,
): Promise<Outcome> {
  const { isError, content, structuredContent } = await client.callTool(
    name,
    input,
  );
  return isError
    ? problemOutcome(Problem.parse(JSON.parse(content[0].text!)))
    : { answer: structuredContent };
}

Deno.test(`${SUBJECTS} properties get the same answers from the core, REST and MCP`, async () => {
  const snapshot = await demoSnapshot();
  const registry = compileRegistry(OPERATIONS);
  const app = sampleApp({
    registry,
    snapshot,
    today: () => today,
  });
  const server = listen(app, "127.0.0.1", 0);
  const states = new Map<string, number>();
  try {
    await using legacy = await CLIENTS[0].connect(new URL("/mcp", server.url));
    await using modern = await CLIENTS[2].connect(new URL("/mcp", server.url));
    // A client checks answers against the output schemas it has listed.
    for (const client of [legacy, modern]) {
      assert.equal((await client.listTools()).length, registry.tools.length);
    }
    for (const [n, subject] of spreadSubjects(snapshot, SUBJECTS).entries()) {
      const client = n % 2 === 0 ? legacy : modern;
      const deal = {
        ...subject,
        custom_assumptions: { purchase_price: 150_000 + 1_000 * n },
      };
      for (
        const [operation, input] of [[getComps, subject], [
          deepUnderwriteAsset,
          deal,
        ]] as [
          Operation,
          Record<string, unknown>,
        ][]
      ) {
        const core = await askCore(operation, snapshot, today, input);
        const { name } = operation.contract;
        assert.deepEqual(
          await askRest(server.url, input, operation === deepUnderwriteAsset),
          core,
        );
        assert.deepEqual(await askMcp(client, name, input), core);
        if ("answer" in core) {
          assert.deepEqual(
            operation.contract.output.parse(core.answer),
            core.answer,
          );
        }
        const state = "answer" in core
          ? (core.answer as { state: string }).state
          : core.problem.code;
        states.set(state, (states.get(state) ?? 0) + 1);
      }
    }
  } finally {
    await server.stop();
  }
  // The comparison means something only where there are numbers to compare.
  assert(states.size >= 3, JSON.stringify([...states]));
});
