import { deepEqual, equal, notEqual } from "node:assert/strict";
import {
  count,
  duration,
  miles,
  money,
  moneyCents,
  percent,
  plural,
  ratio,
  signedMoney,
  UNKNOWN,
} from "../../cli/format.ts";
import { type Column, printable, table } from "../../cli/output.ts";

Deno.test("format functions write figures as investors read them", () => {
  equal(money(312_499.6), "$312,500");
  equal(money(-900), "-$900");
  equal(moneyCents(1398.429), "$1,398.43");
  equal(signedMoney(4200), "+$4,200");
  equal(signedMoney(-900), "-$900");
  equal(signedMoney(0.2), "$0");
  equal(percent(0.075, 2), "7.50%");
  equal(count(12_840), "12,840");
  equal(ratio(1.2), "1.20");
  equal(ratio(-0.004), "0.00");
  equal(percent(-0.0001), "0.0%");
  equal(moneyCents(-0.004), "$0.00");
  equal(miles(1609.344), "1.00 mi");
  equal(duration(840), "840 ms");
  equal(duration(125_000), "2 min 5 s");
  equal(plural(1, "sale"), "1 sale");
  equal(plural(0, "sale"), "0 sales");
});

Deno.test("format functions show an unknown figure as unknown, never as zero", () => {
  for (const f of [money, moneyCents, signedMoney, percent, count, ratio]) {
    for (const missing of [null, undefined, NaN]) equal(f(missing), UNKNOWN);
    notEqual(f(0), UNKNOWN);
  }
});

const COLUMNS: readonly Column[] = [
  { head: "Address" },
  { head: "Tract", dispensable: 1 },
  { head: "Document", dispensable: 2 },
  { head: "Price", align: "right" },
  { head: "Why", wraps: true },
];
const ROW = [
  "3101 S Halsted St",
  "17031840000",
  "2203012345",
  "$312,000",
  "living area differs by 45% and the class is another kind of house",
];

Deno.test("table() keeps figures whole and fits the width it is given", () => {
  for (const width of [60, 72, 80, 100, 160]) {
    const text = table(COLUMNS, [ROW], { width });
    for (const line of text.split("\n")) {
      equal(line.length <= width, true, `${width}: ${line}`);
    }
    equal(text.includes("$312,000"), true);
    equal(text.replace(/\s+/g, " ").includes("3101 S Halsted St"), true);
  }
});

Deno.test("table() drops the most dispensable column first", () => {
  const wide = table(COLUMNS, [ROW], { width: 120 });
  const middle = table(COLUMNS, [ROW], { width: 64 });
  const narrow = table(COLUMNS, [ROW], { width: 50 });
  deepEqual([wide, middle, narrow].map((t) => t.includes("2203012345")), [
    true,
    false,
    false,
  ]);
  deepEqual([wide, middle, narrow].map((t) => t.includes("17031840000")), [
    true,
    true,
    false,
  ]);
});

Deno.test("printable() keeps colors and lines, and drops what drives a terminal", () => {
  equal(
    printable("\x1b[31mred\x1b[39m\nnext"),
    "\x1b[31mred\x1b[39m\nnext",
  );
  equal(printable("12\x1b[2J W\x07 31st\r\x9b2K"), "12[2J W 31st2K");
});
