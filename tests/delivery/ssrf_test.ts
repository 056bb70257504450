import assert from "node:assert/strict";
import { outbound, OutboundError } from "../../core/delivery/outbound.ts";
import {
  isReachable,
  reachableNetworks,
} from "../../core/delivery/public_address.ts";
import fc from "../fast_check.ts";

const LIMITS = { timeout: 60_000, maxBytes: 1_000 };

/** Addresses that are not public, as one may write them in a URL. */
const CLOSED = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "0x7f000001",
  "0x7f.1",
  "0x7f.0.0.1",
  "2130706433",
  "0177.0.0.1",
  "017700000001",
  "127.0.0.1.",
  "%31%32%37.0.0.1",
  "127。0。0。1",
  "①②⑦.0.0.1",
  "0",
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "0xa9fea9fe",
  "2852039166",
  "100.64.0.1",
  "100.127.255.255",
  "192.0.0.8",
  "192.0.2.1",
  "192.88.99.1",
  "198.18.0.1",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::127.0.0.1]",
  "[::7f00:1]",
  "[::a00:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:a9fe:a9fe]",
  "[::ffff:8.8.8.8]",
  "[::ffff:0:127.0.0.1]",
  "[::ffff:0:7f00:1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[2001:db8::1]",
  "[2001::7f00:1]",
  "[2002:7f00:1::]",
  "[2002:a9fe:a9fe::1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b::a9fe:a9fe]",
  "[64:ff9b:1::1]",
  "[100::1]",
  "[3fff::1]",
  "[5f00::1]",
];

/** A client that resolves as the test says, and counts what would have been connected. */
function counting(resolve?: (host: string) => Promise<string[]>) {
  const connected: string[] = [];
  const send = outbound({
    resolve: resolve ?? (() => Promise.reject(new Error("no such name"))),
    send: ({ addresses }) => {
      connected.push(...addresses);
      return Promise.resolve({ status: 200, headers: [], text: "" });
    },
  });
  return { send, connected };
}

Deno.test("outbound() refuses every address that is not public, however it is written", async () => {
  assert.ok(CLOSED.length >= 48);
  const { send, connected } = counting();
  for (const host of CLOSED) {
    await assert.rejects(send(`https://${host}/`, LIMITS), (error) => {
      assert.ok(error instanceof OutboundError, host);
      assert.equal(error.reason, "forbidden_address", host);
      return true;
    });
  }
  assert.deepEqual(connected, []);
});

/** One of four ways to write a number of an address. */
const written = (value: number) =>
  fc.constantFrom(
    String(value),
    `0x${value.toString(16)}`,
    `0X${value.toString(16).toUpperCase().padStart(8, "0")}`,
    `0${value.toString(8)}`,
  );

/** A closed IPv4 address as a number. */
const closedNumber = fc.oneof(
  ...[
    [0x00000000, 0x00ffffff],
    [0x0a000000, 0x0affffff],
    [0x64400000, 0x647fffff],
    [0x7f000000, 0x7fffffff],
    [0xa9fe0000, 0xa9feffff],
    [0xac100000, 0xac1fffff],
    [0xc0a80000, 0xc0a8ffff],
    [0xe0000000, 0xffffffff],
  ].map(([min, max]) => fc.integer({ min, max })),
);

const octets = (value: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256);

/** A closed address in one of the encodings that URL parsers take. */
const encoded = closedNumber.chain((value) => {
  const [a, b, c, d] = octets(value);
  const hex = (high: number, low: number) => (high * 256 + low).toString(16);
  const tail = `${hex(a, b)}:${hex(c, d)}`;
  return fc.oneof(
    written(value),
    fc.tuple(written(a), written(value % 2 ** 24)).map((all) => all.join(".")),
    fc.tuple(written(a), written(b), written(value % 2 ** 16))
      .map((all) => all.join(".")),
    fc.tuple(written(a), written(b), written(c), written(d))
      .map((all) => all.join(".")),
    fc.constantFrom(
      `[::${tail}]`,
      `[::ffff:${tail}]`,
      `[::ffff:0:${tail}]`,
      `[64:ff9b::${tail}]`,
      `[2002:${tail}::1]`,
      `[2001:0:${tail}::1]`,
      `[0:0:0:0:0:ffff:${a}.${b}.${c}.${d}]`,
      `[::${a}.${b}.${c}.${d}]`,
    ),
  );
});

Deno.test("outbound() connects to none of 5,000 generated encodings of closed addresses", async () => {
  const { send, connected } = counting();
  await fc.assert(
    fc.asyncProperty(encoded, async (host) => {
      await assert.rejects(send(`https://${host}/`, LIMITS), OutboundError);
    }),
    { numRuns: 5_000, seed: 20 },
  );
  assert.deepEqual(connected, []);
});

Deno.test("outbound() refuses a name with one closed address among public ones, and asks once", async () => {
  for (
    const addresses of [
      ["8.8.8.8", "10.0.0.1"],
      ["2606:4700::1", "127.0.0.1"],
      ["8.8.8.8", "::1"],
      ["8.8.8.8", "::ffff:8.8.8.8"],
      ["2606:4700::1"],
    ]
  ) {
    const { send, connected } = counting(() => Promise.resolve(addresses));
    await assert.rejects(send("https://name.example/", LIMITS), {
      reason: "forbidden_address",
    });
    assert.deepEqual(connected, [], addresses.join());
  }
  let asked = 0;
  const flips = counting(() =>
    Promise.resolve(asked++ === 0 ? ["8.8.8.8"] : ["127.0.0.1"])
  );
  await flips.send("https://name.example/", LIMITS);
  assert.deepEqual([flips.connected, asked], [["8.8.8.8"], 1]);
});

Deno.test("reachableNetworks() holds exactly what isReachable() says", () => {
  for (const networks of [[], ["127.0.0.0/8"], ["10.1.2.0/24"]]) {
    const listed = reachableNetworks(networks).map((text) => {
      const [address, bits] = text.split("/");
      const start = address.split(".").reduce((sum, n) => sum * 256 + +n, 0);
      return [start, start + 2 ** (32 - Number(bits)) - 1];
    });
    const inside = (value: number) =>
      listed.some(([start, end]) => start <= value && value <= end);
    const edges = listed.flatMap(([start, end]) => [
      start - 1,
      start,
      end,
      end + 1,
    ]).filter((value) => value >= 0 && value < 2 ** 32);
    for (const value of edges) {
      const address = octets(value).join(".");
      assert.equal(inside(value), isReachable(address, networks), address);
    }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (value) => {
        assert.equal(
          inside(value),
          isReachable(octets(value).join("."), networks),
        );
      }),
      { numRuns: 2_000, seed: 20 },
    );
  }
});
