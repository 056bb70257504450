import assert from "node:assert/strict";

/** What `thread_process.ts` reports. */
async function report(what: string): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "-P=server",
      import.meta.resolve("./thread_process.ts"),
      what,
    ],
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assert.equal(code, 0, text(stderr));
  return JSON.parse(text(stdout));
}

Deno.test("with the check of addresses switched off, the thread's permission still blocks", async () => {
  assert.deepEqual(await report("unchecked"), { tried: 11, connections: 0 });
  const { connections } = await report("open");
  assert.ok(Number(connections) > 0, "the control reaches the listener");
});

Deno.test("the thread is alive after a thousand hostile receivers, and followed no redirect", async () => {
  const { reasons, alive, followed } = await report("hostile") as {
    readonly reasons: Record<string, number>;
    readonly alive: string;
    readonly followed: number;
  };
  assert.deepEqual([alive, followed], ["fine", 0]);
  const total = Object.values(reasons).reduce((a, b) => a + b, 0);
  assert.equal(total, 1_000, JSON.stringify(reasons));
  for (const reason of ["timeout", "too_large", "unreachable", "status 302"]) {
    assert.ok(reasons[reason] > 0, `${reason}: ${JSON.stringify(reasons)}`);
  }
});
