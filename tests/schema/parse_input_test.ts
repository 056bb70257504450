import assert from "node:assert/strict";
import { Fault } from "../../contracts/errors.ts";
import { UnderwriteInput } from "../../contracts/underwriting.ts";
import { ProfileInput } from "../../contracts/saved.ts";
import { parseInput } from "../../core/schema/parse_input.ts";

/** What a mistake is answered with. */
function refusal(schema: Parameters<typeof parseInput>[0], raw: unknown) {
  try {
    parseInput(schema, raw);
  } catch (error) {
    if (error instanceof Fault) return error;
  }
  assert.fail("nothing was refused");
}

Deno.test("a refusal says where a misplaced field belongs, and what is missing", () => {
  const property = { property_id: "17294230120000" };
  const misplaced = refusal(UnderwriteInput, { ...property, rate: 0.07 });
  assert.equal(misplaced.field, "rate");
  assert.match(misplaced.message, /custom_assumptions has one of this name$/);
  assert.match(
    refusal(UnderwriteInput, { ...property, budget: 1 }).message,
    /^there is no field budget$/,
  );
  const alone = refusal(UnderwriteInput, {
    ...property,
    what_if: { radius_m: 800 },
  });
  assert.equal(
    alone.message,
    "what_if.months must be given together with radius_m",
  );
});

Deno.test("a refusal says in words what a pattern or a choice of forms stands for", () => {
  const profile = { name: "n", strategy: "flip" };
  const hours = { from: "25:00", to: "07:00", time_zone: "America/Chicago" };
  assert.match(
    refusal(ProfileInput, { ...profile, quiet_hours: hours }).expected!,
    /\(HH:MM\)$/,
  );
  const [plain, none] = [{ type: "slack", url: "http://a.example" }, {
    type: "slack",
  }].map((channel) =>
    refusal(ProfileInput, { ...profile, channels: [channel] })
  );
  assert.equal(plain.expected, "an https URL");
  assert.equal(none.message, "channels.0.url is missing: an https URL");
});
