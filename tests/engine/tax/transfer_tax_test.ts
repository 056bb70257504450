import assert from "node:assert/strict";
import { transferTax } from "../../../core/engine/tax/transfer_tax.ts";

Deno.test("transferTax() of $500,000 outside Chicago: $750 by the seller", () => {
  assert.deepEqual(transferTax(500_000, false), { buyer: 0, seller: 750 });
});

Deno.test("transferTax() of $500,000 in Chicago: $3,750 by the buyer, $2,250 by the seller", () => {
  assert.deepEqual(transferTax(500_000, true), { buyer: 3750, seller: 2250 });
});

Deno.test("transferTax() counts a part of $500 as a whole", () => {
  assert.deepEqual(transferTax(250_001, true), transferTax(250_500, true));
  assert.notDeepEqual(transferTax(250_000, true), transferTax(250_001, true));
});
