import assert from "node:assert/strict";
import { DIFFERENCES } from "../../harness/conformance/differences.ts";
import {
  type Endpoint,
  PEERS,
  startOurs,
} from "../../harness/conformance/endpoints.ts";
import { CASES } from "../../harness/conformance/requests.ts";
import { shapeOf } from "../../harness/conformance/shape.ts";

/** Status and shape of an endpoint's answer to every request it can be asked. */
async function answers(
  start: () => Endpoint | Promise<Endpoint>,
): Promise<Readonly<Record<string, string>>> {
  await using endpoint = await start();
  const shapes: Record<string, string> = {};
  for (const [name, make] of Object.entries(CASES)) {
    const request = make(endpoint.known);
    if (request) shapes[name] = await shapeOf(endpoint, request);
  }
  return shapes;
}

Deno.test("the same requests get the same status and shape as from the SDK's own servers, but for what is listed", async () => {
  const ours = await answers(startOurs);
  const found: Record<string, string> = {};
  for (const [peer, start] of Object.entries(PEERS)) {
    for (const [name, theirs] of Object.entries(await answers(start))) {
      if (theirs === ours[name]) continue;
      found[`${name}, ${peer}`] = `${ours[name]} <> ${theirs}`;
    }
  }
  const listed = DIFFERENCES.flatMap(({ seen }) => seen).flatMap((
    { cases, ours, theirs },
  ) =>
    cases.flatMap((name) =>
      Object.entries(theirs).flatMap(([shape, peers]) =>
        peers.map((peer) => [`${name}, ${peer}`, `${ours} <> ${shape}`])
      )
    )
  );
  assert.deepEqual(found, Object.fromEntries(listed));
});
