import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { Fault } from "../../contracts/errors.ts";
import { salesOfParcel } from "../../core/engine/sales/history.ts";
import { findParcel } from "../../core/engine/subject/property_id.ts";
import { codeAt } from "../../core/engine/tables.ts";
import { openContext } from "../context.ts";
import { money, UNKNOWN } from "../format.ts";
import { jsonOption, snapshotOption } from "../options.ts";
import { print, printJson, style, table } from "../output.ts";
import { identifier, propertyType } from "../render/parts.ts";

/** `twoflat sale`: a parcel's recorded sales and the validation of each. */
export function saleCommand(): CommandUnknownOpts {
  return new Command("sale")
    .summary("every recorded sale of a parcel, valid or why not")
    .description(
      "Lists every recorded sale of a parcel, newest first, and whether it is valid or why it was rejected.",
    )
    .argument("<pin>", "PIN or other county identifier; dashes do not matter")
    .addOption(snapshotOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Examples:
  $ twoflat sale 19-13-900-827-0000
  # rejected ones only
  $ twoflat sale 19-13-900-827-0000 --json | jq '.sales[] | select(.validated | not)'`,
    )
    .action(async (pin, { snapshot: dir, json }) => {
      const { snapshot } = await openContext({ snapshot: dir });
      const row = findParcel(snapshot, pin);
      if (row < 0) {
        throw new Fault("not_found", "no parcel has this identifier", {
          field: "pin",
          expected: "the identifier of a parcel in the snapshot",
        });
      }
      const { parcels } = snapshot.tables;
      const parcel = {
        property_id: parcels.property_id.at(row),
        address: parcels.address.at(row) || null,
        prop_type: codeAt(parcels.prop_type, row) || null,
        class: codeAt(parcels.class, row) || null,
      };
      const sales = salesOfParcel(snapshot, row);
      if (json) return printJson({ ...parcel, sales });
      print(
        [
          style("title", identifier(parcel.property_id)),
          parcel.address,
          propertyType(parcel.prop_type ?? ""),
        ].filter(Boolean).join(" · "),
      );
      if (sales.length === 0) return print("No recorded sale.");
      print(table(
        [
          { head: "Date" },
          { head: "Price", align: "right" },
          { head: "Deed", dispensable: 1 },
          { head: "Document", dispensable: 2 },
          { head: "Verdict", wraps: true },
        ],
        sales.map((sale) => [
          sale.sale_date,
          money(sale.sale_price),
          sale.deed_type || UNKNOWN,
          sale.document || UNKNOWN,
          sale.rejected
            ? style("caution", sale.rejected.code) + `: ${sale.rejected.reason}`
            : style("good", "validated"),
        ]),
      ));
    });
}
