import { deepEqual, equal, throws } from "node:assert/strict";
import { ASSUMPTION_NAMES } from "../../contracts/assumptions.ts";
import { Fault } from "../../contracts/errors.ts";
import { ProfileInput } from "../../contracts/saved.ts";
import { RiskInput } from "../../contracts/risk.ts";
import { SUBJECT_FIELDS } from "../../contracts/subject.ts";
import { WhatIf } from "../../contracts/what_if.ts";
import { UnderwriteInput } from "../../contracts/underwriting.ts";
import { CompsOutput } from "../../contracts/valuation.ts";
import { jsonSchemaOf } from "../../core/schema/schema_text.ts";
import { flatCell, flatColumns } from "../../cli/columns.ts";
import { adviceInOptions, flagInput, flagsOf } from "../../cli/flags.ts";
import { numberOr } from "../../cli/number.ts";
import { subjectFields } from "../../cli/subject.ts";
import fc from "../fast_check.ts";

const SUBJECT = new Set<string>(SUBJECT_FIELDS);

Deno.test("flagsOf() gives every input field an option, nested ones too", () => {
  const flags = flagsOf(UnderwriteInput, SUBJECT);
  deepEqual(flags.map(({ option }) => option.long), [
    ...ASSUMPTION_NAMES.map((name) => `--${name.replaceAll("_", "-")}`),
    "--financing-type",
    ...Object.keys(WhatIf.shape).map((name) =>
      `--${name.replaceAll("_", "-")}`
    ),
    "--preset",
    "--strategy",
    "--listing-units",
  ]);
  deepEqual(
    flagInput(flags, { purchasePrice: 200_000, strategy: "flip" }),
    { custom_assumptions: { purchase_price: 200_000 }, strategy: "flip" },
  );
  deepEqual(flagInput(flags, {}), {});
});

Deno.test("--price and --purchase-price are one, with money as people write it", () => {
  for (const input of [UnderwriteInput, RiskInput]) {
    const price = flagsOf(input, SUBJECT)
      .find(({ path }) => path.at(-1)!.endsWith("price"))!;
    deepEqual(
      [price.option.short, price.option.long].toSorted(),
      ["--price", "--purchase-price"],
    );
    equal(price.read("$350,000"), 350_000);
    equal(price.read("350k"), 350_000);
  }
});

Deno.test("flagsOf() reads lists, lists of objects, and what turns a field off", () => {
  const flags = flagsOf(ProfileInput, SUBJECT);
  const flag = (long: string) =>
    flags.find(({ option }) => option.long === long)!;
  deepEqual(flag("--prop-types").read("sfh, mf2_4"), ["sfh", "mf2_4"]);
  equal(flag("--prop-types").option.argChoices?.[1], "mf2_4");
  const channels = [{ type: "email", address: "ann@example.com" }];
  deepEqual(flag("--channels").read(JSON.stringify(channels)), channels);
  equal(flag("--channels").read("telegram"), "telegram");
  deepEqual(flagInput(flags, { paused: false }), { paused: false });
  equal(flag("--no-paused").option.attributeName(), "paused");
});

Deno.test("an option given twice is refused, not overridden", () => {
  const [price] = flagsOf(UnderwriteInput, SUBJECT);
  equal(price.option.parseArg?.("200000", undefined as never), 200_000);
  throws(
    () => price.option.parseArg?.("300000", 200_000 as never),
    (error) => error instanceof Fault && error.field === "purchase_price",
  );
});

Deno.test("numberOr() reads what JSON would, and leaves other text to the contract", () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (value) => equal(numberOr(String(value)), value),
    ),
  );
  for (
    const text of ["", "abc", "0x10", "Infinity", "NaN", "1,000", "1e", "--1"]
  ) {
    equal(numberOr(text), text);
  }
});

Deno.test("subjectFields() reads what the command line names, and nothing twice", () => {
  deepEqual(subjectFields("41.85,-87.65", {}), { lat: 41.85, lon: -87.65 });
  deepEqual(subjectFields("17-28-331-001-0000", {}), {
    property_id: "17-28-331-001-0000",
  });
  deepEqual(subjectFields("3101 S Halsted St", {}), {
    address: "3101 S Halsted St",
  });
  deepEqual(subjectFields(undefined, { lat: "41.85", lon: "x" }), {
    lat: 41.85,
    lon: "x",
  });
  deepEqual(subjectFields("1", { address: "1 Main St" }), {
    property_id: "1",
    address: "1 Main St",
  });
  throws(
    () => subjectFields("1", { propertyId: "2" }),
    (error) => error instanceof Fault && error.field === "property_id",
  );
});

Deno.test("flatColumns() has every scalar of an answer and no list of objects", () => {
  const columns = flatColumns(jsonSchemaOf(CompsOutput, "output"));
  const names = columns.map(({ name }) => name);
  for (
    const name of [
      "arv.base",
      "subject.property_id",
      "state",
      "state_reasons",
      "read.verdict",
    ]
  ) {
    equal(names.includes(name), true, name);
  }
  for (const name of ["comps", "rejected", "warnings", "subject.facts"]) {
    equal(names.some((each) => each === name), false, name);
  }
  const answer = {
    arv: { base: 351_000 },
    state_reasons: ["a", "b"],
    subject: null,
  };
  const cell = (name: string) =>
    flatCell(answer, columns.find((column) => column.name === name)!);
  equal(cell("arv.base"), "351000");
  equal(cell("state_reasons"), "a; b");
  equal(cell("subject.property_id"), "");
});

Deno.test("figures are read as people write them, and what could mean two things is refused", () => {
  const flags = flagsOf(UnderwriteInput, SUBJECT);
  const read = (name: string, text: string) =>
    flags.find(({ path }) => path.at(-1) === name)!.read(text);
  for (
    const [name, text, value] of [
      ["purchase_price", "$350,000", 350_000],
      ["purchase_price", "350k", 350_000],
      ["purchase_price", "$1.2m", 1_200_000],
      ["purchase_price", "350000", 350_000],
      ["rent_override", "$2,400", 2_400],
      ["rate", "7.25%", 0.0725],
      ["rate", "0.0725", 0.0725],
      ["down_pct", "20 %", 0.2],
      ["vacancy", "6%", 0.06],
      ["refi_month", "9", 9],
    ] as const
  ) equal(read(name, text), value, `${name} ${text}`);
  for (
    const [name, text, likely] of [
      ["rate", "7.5", /7\.5% give 0\.075/],
      ["down_pct", "25", /25% give 0\.25/],
      ["purchase_price", "350", /350 thousand give 350000/],
      ["purchase_price", "35,00", /3500, if that is meant/],
    ] as const
  ) {
    throws(
      () => read(name, text),
      (error) => error instanceof Fault && likely.test(error.expected ?? ""),
      `${name} ${text}`,
    );
  }
  equal(read("rate", "about 7"), "about 7", "the contract refuses it");
});

Deno.test("advice names the options of fields, with one word and with more", () => {
  const told = {
    "give units or rent_override": "give --units or --rent-override",
    "give arv, your own value": "give --arv, your own value",
    "give what_if.apartments as 2, 3 or 4": "give --apartments as 2, 3 or 4",
    "what_if.bldg_sqft with the living area":
      "--bldg-sqft with the living area",
    "name it by its property_id": "name it by its PIN",
    "the units of a flat": "the units of a flat",
  };
  for (const [field, option] of Object.entries(told)) {
    equal(adviceInOptions(field), option);
  }
});
