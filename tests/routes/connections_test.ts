import assert from "node:assert/strict";
import { CONNECTION_LIMITS, Connections } from "../../routes/connections.ts";

/** Connections by a clock of the test, and the names of those that were closed. */
function kept(limits: Partial<typeof CONNECTION_LIMITS> = {}) {
  let now = 0;
  const closed: string[] = [];
  const all = new Connections(
    { ...CONNECTION_LIMITS, total: 3, perNetwork: 2, ...limits },
    () => now,
  );
  return {
    all,
    closed,
    pass: (ms: number) => now += ms,
    open: (name: string, network = name, trusted = false) =>
      all.admit(network, trusted, {
        close: () => closed.push(name),
        shutdown: () => closed.push(`${name}, gently`),
      }),
  };
}

Deno.test("Connections closes the longest silent one for a newcomer, then idle, then slow ones", () => {
  const { all, closed, pass, open } = kept();
  const slow = open("slow")!;
  slow.requested();
  pass(1);
  const idle = open("idle")!;
  idle.requested().answered();
  pass(1);
  open("silent");
  assert(open("first"));
  assert.deepEqual(closed, ["silent"]);
  open("second")!.requested();
  assert.deepEqual(closed, ["silent", "first"]);
  open("third")!.requested();
  assert.deepEqual(closed, ["silent", "first", "idle"]);
  // All are at work, none for long: nobody gives way.
  assert.equal(open("fourth"), undefined);
  pass(CONNECTION_LIMITS.slow);
  assert(open("fifth"));
  assert.deepEqual(closed, ["silent", "first", "idle", "slow"]);
  assert.equal(all.size, 3);
});

Deno.test("Connections keeps a network within its share, and a stream open", () => {
  const { closed, pass, open } = kept({ total: 100 });
  open("stream", "a")!.requested().answering(true);
  open("one", "a");
  open("two", "a");
  assert.deepEqual(closed, ["one"]);
  assert(open("other", "b"));
  const second = open("stream 2", "a")!;
  second.requested().answering(true);
  assert.deepEqual(closed, ["one", "two"]);
  pass(1e9);
  assert.equal(open("three", "a"), undefined);
});

Deno.test("Connections does not limit a trusted proxy by its address, nor close it for others", () => {
  const { all, closed, pass, open } = kept();
  for (const name of ["a", "b", "c"]) assert(open(name, "proxy", true));
  assert.equal(open("d"), undefined);
  pass(1e9);
  all.sweep();
  assert.deepEqual(closed, []);
});

Deno.test("Connections keeps a tenth fewer than there are once files run out", () => {
  const { all, closed, open } = kept({ total: 100 });
  for (let n = 0; n < 20; n++) open(`${n}`);
  all.lower();
  assert.equal(all.size, 18);
  open("newcomer");
  assert.equal(all.size, 18);
  assert.deepEqual(closed, ["0", "1", "2"]);
});

Deno.test("Connections closes what waits too long: silent, idle, without an answer, not reading it", () => {
  const { all, closed, pass, open } = kept({ total: 10 });
  open("silent");
  open("idle")!.requested().answered();
  open("working")!.requested();
  open("answering")!.requested().answering(false);
  open("stream")!.requested().answering(true);
  const after = (ms: number) => {
    pass(ms);
    all.sweep();
    return closed.splice(0);
  };
  assert.deepEqual(after(9_999), []);
  assert.deepEqual(after(1), ["silent"]);
  // A request of the idle one may be on its way.
  assert.deepEqual(after(20_000).sort(), ["idle, gently", "working"]);
  assert.deepEqual(after(30_000).sort(), ["answering", "idle"]);
  assert.deepEqual(after(1e9), []);
  assert.equal(all.size, 1);
});

Deno.test("Connections takes a connection of many requests for its least advanced one", () => {
  const { all, closed, pass, open } = kept();
  const connection = open("h2")!;
  const stream = connection.requested();
  stream.answering(true);
  const second = connection.requested();
  second.answering(false);
  second.answered();
  second.answered();
  pass(1e6);
  all.sweep();
  assert.deepEqual(closed, []);
  stream.answered();
  pass(CONNECTION_LIMITS.idle);
  all.sweep();
  assert.deepEqual(closed, ["h2, gently"]);
});

Deno.test("Connections keeps those of callers, however busy it is, while others have asked for nothing", () => {
  const { closed, pass, open } = kept({ total: 6, perNetwork: 6 });
  for (let n = 0; n < 3; n++) {
    open(`busy ${n}`, "caller")!.requested().answered();
  }
  open("silent 1", "a");
  open("silent 2", "b");
  pass(1_000);
  open("silent 3", "c");
  open("new 1", "d");
  open("new 2", "e");
  assert.deepEqual(closed, ["silent 1", "silent 2"]);
  // Nobody has been silent for long.
  open("new 3", "f");
  assert.deepEqual(closed, ["silent 1", "silent 2", "silent 3"]);
  // A request that the server has not heard yet looks like silence: its caller is known.
  pass(2_000);
  open("busy 3", "caller");
  assert.deepEqual(closed.splice(0), [
    "silent 1",
    "silent 2",
    "silent 3",
    "new 1",
  ]);
  open("busy 4", "caller");
  pass(2_000);
  open("new 4", "g");
  open("new 5", "h");
  assert.deepEqual(closed, ["new 2", "new 3", "new 4"]);
});
