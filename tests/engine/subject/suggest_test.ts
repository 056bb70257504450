import assert from "node:assert/strict";
import { LOCAL } from "../../../core/access/principal.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { completions } from "../../../core/engine/subject/suggest.ts";
import { codeAt } from "../../../core/engine/tables.ts";
import { suggest } from "../../../core/operations/place/suggest.ts";
import { serve } from "../../../core/service/serve.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";

const snapshot = await demoSnapshot();
const { parcels } = snapshot.tables;
const context = { snapshot, today: dayOf(DEMO_DAY), principal: LOCAL };

Deno.test("an address is found by what one has typed of it, a PIN by its beginning", () => {
  let tried = 0;
  for (let row = 0; row < parcels.rows; row += 997) {
    const address = parcels.address.at(row);
    const type = codeAt(parcels.prop_type, row);
    if (address === "" || type === "condo" || type === "townhome") continue;
    tried++;
    const found = completions(snapshot, address.toLowerCase(), 20);
    assert(
      found.some((each) => "parcel" in each && each.parcel === row),
      address,
    );
    const short = address.slice(0, -3);
    assert(
      completions(snapshot, short, 20)
        .some((each) => each.kind === "address"),
      short,
    );
    const id = parcels.property_id.at(row);
    const dashed = `${id.slice(0, 2)}-${id.slice(2, 4)}-${id.slice(4, 7)}-${
      id.slice(7, 10)
    }`;
    for (const text of [id, id.slice(0, 12), dashed]) {
      const [first] = completions(snapshot, text, 5);
      assert(
        "parcel" in first &&
          parcels.property_id.at(first.parcel).startsWith(
            text.replaceAll("-", ""),
          ),
      );
    }
  }
  assert(tried > 10);
});

Deno.test("places and ZIPs come first for words and short numbers, and name an area that search takes", async () => {
  const { suggestions } = await serve(suggest, context, { q: "irv" });
  assert.deepEqual(
    [suggestions[0].kind, suggestions[0].area],
    ["place", "Irving Park"],
  );
  const zips = await serve(suggest, context, { q: "606", limit: 5 });
  assert.equal(zips.suggestions.length, 5);
  for (const each of zips.suggestions) {
    assert.equal(each.kind, "zip");
    assert.match(each.area!, /^606\d\d$/);
    const [west, south, east, north] = each.bounds!;
    assert(west < each.lon! && each.lon! < east);
    assert(south < each.lat! && each.lat! < north);
  }
  for (const q of ["zzzz", "99999", "999999999", "1 zzzz", "%", "' or 1"]) {
    const answer = await serve(suggest, context, { q });
    assert.deepEqual(answer.suggestions, [], q);
  }
});
