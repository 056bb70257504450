import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { invalidParams } from "../../contracts/errors.ts";
import type { SnapshotData } from "../../core/engine/snapshot.ts";
import { dashed } from "../../core/engine/subject/property_id.ts";
import { resolveSubject } from "../../core/engine/subject/resolve.ts";
import { SourceWriter } from "../../core/inventory/lifecycle/source_writer.ts";
import { listingKey } from "../../core/inventory/listing_id.ts";
import { jsonOption, snapshotOption } from "../options.ts";
import { print, printJson } from "../output.ts";
import { interruptible } from "../signals.ts";
import { example, withStore } from "./listings_store.ts";

/** `twoflat listings assign`: the parcel of a listing, by hand. */
export function assignCommand(): CommandUnknownOpts {
  return new Command("assign")
    .description("name the parcel of a listing; later reports keep it")
    .argument("<listing>", "identifier, as `listings unmatched` shows it")
    .argument("[pin]", "the parcel's PIN")
    .option("--clear", "forget the parcel that was named, and match again")
    .addOption(snapshotOption())
    .addOption(jsonOption())
    .addHelpText("after", example("assign mred:12345678 14-31-209-005-0000"))
    .action(async (listing, pin, { clear = false, json, ...flags }) => {
      const id = listingKey(listing);
      if (id === null) {
        throw invalidParams("listing", "an identifier such as mred:12345678");
      }
      if ((pin === undefined) !== clear) {
        throw invalidParams("pin", "a PIN, or --clear in its place");
      }
      const match = await withStore(
        flags,
        (kv, snapshot) => {
          const parcel = pin === undefined ? null : parcelOf(snapshot, pin);
          return interruptible(async (signal) => {
            const { source, key } = id;
            await using writer = await SourceWriter.open(kv, snapshot, {
              source,
              licensed: false,
              signal,
            });
            return await writer.assign(key, parcel);
          });
        },
      );
      if (json) return printJson({ listing_id: listing, ...match });
      print(
        match.pin === null
          ? `${listing} has no parcel: ${match.reason}`
          : `${listing} is parcel ${dashed(match.pin)}, ${HOW[match.by!]}`,
      );
    });
}

/** What the parcel was found by. */
const HOW = {
  person: "as you named it",
  pin: "by its parcel number",
  address: "by its address",
  position: "by its position",
} as const;

/** The parcel of a PIN, written in any way. */
function parcelOf(snapshot: SnapshotData, pin: string): string {
  const { parcel } = resolveSubject(snapshot, {
    by: "property_id",
    property_id: pin,
  });
  return snapshot.tables.parcels.property_id.at(parcel);
}
