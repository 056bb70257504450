import assert from "node:assert/strict";
import { PROPERTY_TAX } from "../../../contracts/constants/property_tax.ts";
import { equalizedValue, taxBill } from "../../../core/engine/tax/bill.ts";
import fc from "../../fast_check.ts";

const { equalizer, homeowner_exemption_eav } = PROPERTY_TAX;

Deno.test("taxBill() gives the county's worked bills to the cent", () => {
  const home = { assessedValue: 25_000, equalizer: equalizer[2024] };
  assert.equal(equalizedValue(home), 75_888);
  assert.equal(
    taxBill({ ...home, rate: 0.07, exemption: homeowner_exemption_eav }),
    4612.16,
  );
  assert.equal(taxBill({ ...home, rate: 0.07, exemption: 0 }), 5312.16);
  assert.equal(
    taxBill({
      assessedValue: 10_000,
      equalizer: 1,
      rate: 0.18898,
      exemption: 0,
    }),
    1889.80,
  );
});

Deno.test("taxBill() is never negative and never falls with the assessed value", () => {
  const values = fc.double({ min: 0, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(values, values, (a, b) => {
      const bill = (assessedValue: number) =>
        taxBill({ assessedValue, equalizer: 3, rate: 0.08, exemption: 10_000 });
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      assert.ok(bill(low) >= 0);
      assert.ok(bill(low) <= bill(high));
      assert.equal(Math.round(bill(a) * 100) / 100, bill(a));
    }),
  );
});
