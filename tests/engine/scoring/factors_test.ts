import assert from "node:assert/strict";
import { SCORING } from "../../../contracts/constants/scoring.ts";
import { FACTOR_NAMES } from "../../../contracts/scoring.ts";
import { TractOutput } from "../../../contracts/tract.ts";
import { TABLES } from "../../../core/engine/tables.ts";
import { jsonSchemaOf } from "../../../core/schema/schema_text.ts";

/** Words that would tell of the people who live somewhere, or of crime. */
const PEOPLE =
  /income|poverty|unemploy|race|ethnic|white|black|asian|hispanic|latino|\bage\b|_age\b|educat|school|bachelor|graduate|crime|homicide|population|internet|homeowner(ship)?_rate/i;

Deno.test("the factors are a closed list, and none tells of income, people or crime", () => {
  assert.deepEqual(FACTOR_NAMES, [
    "price",
    "price_dispersion",
    "liquidity",
    "growth",
    "rent_yield",
    "safmr_to_price",
    "vacancy",
    "effective_tax_rate",
    "rail_distance",
    "reassessment_years",
  ]);
  for (const name of FACTOR_NAMES) assert.doesNotMatch(name, PEOPLE);
});

Deno.test("no column of the tracts and no field of the tract report tells of the people who live there", () => {
  for (const column of Object.keys(TABLES.tracts)) {
    assert.doesNotMatch(column, PEOPLE);
  }
  const names: string[] = [];
  const walk = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return;
    for (const [key, value] of Object.entries(schema)) {
      if (key === "properties") names.push(...Object.keys(value));
      walk(value);
    }
  };
  walk(jsonSchemaOf(TractOutput, "output"));
  assert.ok(names.includes("factors"));
  for (const name of names) assert.doesNotMatch(name, PEOPLE);
});

Deno.test("the weights of every strategy sum to 1 and name known factors", () => {
  for (const weights of Object.values(SCORING.weights)) {
    const sum = Object.values(weights).reduce((all, weight) => all + weight, 0);
    assert.ok(Math.abs(sum - 1) < 1e-12);
    for (const name of Object.keys(weights)) {
      assert.ok(FACTOR_NAMES.some((factor) => factor === name), name);
    }
  }
});
