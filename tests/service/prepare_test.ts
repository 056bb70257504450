import assert from "node:assert/strict";
import { dayOf, type SnapshotData } from "../../core/engine/snapshot.ts";
import { getComps } from "../../core/operations/property/get_comps.ts";
import { prepareAnswers } from "../../core/service/prepare.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";

Deno.test("after prepareAnswers() the first question by address builds no index", async () => {
  const demo = await demoSnapshot();
  const { parcels } = demo.tables;
  const today = dayOf(DEMO_DAY);
  let read = 0;
  const snapshot: SnapshotData = {
    ...demo,
    tables: {
      ...demo.tables,
      parcels: {
        ...parcels,
        address: {
          length: parcels.rows,
          at: (row) => (read++, parcels.address.at(row)),
        },
      },
    },
  };
  await prepareAnswers(snapshot, today);
  assert(read >= parcels.rows);
  read = 0;
  const [address, zip] = [parcels.address.at(7), parcels.zip];
  await getComps.run(
    { snapshot, today },
    {
      address: `${address} ${zip.dictionary[zip.values[7]]}`,
      detail: "brief",
    },
  );
  assert(read > 0 && read < parcels.rows / 100, `${read} addresses were read`);
});
