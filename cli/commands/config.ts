import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { describeConfig } from "../../core/config.ts";
import { settings } from "../context.ts";
import { UNKNOWN } from "../format.ts";
import { jsonOption } from "../options.ts";
import { paragraph } from "../render/parts.ts";
import { print, printJson, style, table } from "../output.ts";

/** `twoflat config`: every setting, its value and where the value comes from. */
export function configCommand(): CommandUnknownOpts {
  return new Command("config")
    .summary("settings, their values and where they come from")
    .description(
      "Lists every setting with its value and its source. Settings are environment variables; secrets are masked.",
    )
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Examples:
  # what is in effect
  $ twoflat config
  # the same for a script
  $ TWOFLAT_PORT=9000 twoflat config --json`,
    )
    .action(({ json }) => {
      const rows = describeConfig(Deno.env.toObject());
      if (json) printJson(rows);
      else {
        const columns = [
          { head: "Setting" },
          { head: "Value", wraps: true },
          { head: "Source" },
        ];
        const cells = rows.map(({ name, value, source }) => [
          name,
          value ?? UNKNOWN,
          style(source === "environment" ? "good" : "quiet", source),
        ]);
        print(table(columns, cells));
        for (const { name, about, expected } of rows) {
          print(`\n${style("title", name)}`);
          print(paragraph(`${about} (${expected})`, 2));
        }
      }
      // The list is shown even so; a setting that cannot be read still fails the command.
      settings();
    });
}
