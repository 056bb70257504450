import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { UNKNOWN } from "../format.ts";
import { jsonOption } from "../options.ts";
import { print, printJson, table } from "../output.ts";

/** `twoflat operations`: everything the service can do, and its name on every interface. */
export function operationsCommand(): CommandUnknownOpts {
  return new Command("operations")
    .summary("every operation, and its name on every interface")
    .description(
      "Lists every operation with its command, its MCP tool, its REST path and the scope it needs.",
    )
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Examples:
  $ twoflat operations
  # names of the MCP tools
  $ twoflat operations --json | jq -r '.[].tool // empty'`,
    )
    .action(({ json }) => {
      const rows = OPERATIONS.map(({ contract }) => ({
        command: contract.command ?? null,
        title: contract.title,
        tool: contract.tool === false ? null : contract.name,
        deprecated_tools: contract.aliases.map(({ name }) => name),
        rest: `${contract.rest.method} /api${contract.rest.path}`,
        scope: contract.scope,
      }));
      if (json) return printJson(rows);
      print(table(
        [
          { head: "Command" },
          { head: "What", wraps: true },
          { head: "MCP tool" },
          { head: "REST", dispensable: 1 },
          { head: "Scope", dispensable: 2 },
        ],
        rows.map((row) => [
          row.command ?? UNKNOWN,
          row.title,
          [
            row.tool ?? UNKNOWN,
            ...row.deprecated_tools.map((name) => `(${name})`),
          ]
            .join("\n"),
          row.rest,
          row.scope ?? "any credential",
        ]),
      ));
    });
}
