import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { randomUUID } from "node:crypto";
import process from "node:process";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { openContext } from "../context.ts";
import { snapshotOption, todayOption } from "../options.ts";
import { note } from "../output.ts";

/** `twoflat mcp`: the tools for an agent on this machine, over stdin and stdout. */
export function mcpCommand(): CommandUnknownOpts {
  return new Command("mcp")
    .description("serve the tools to an MCP client over stdin and stdout")
    .addOption(snapshotOption())
    .addOption(todayOption())
    .addHelpText(
      "after",
      `
For clients that start their servers themselves. It computes on local data and
ends when the client closes stdin. What agents save is kept on this machine:
\`twoflat saved\` lists it. The HTTP endpoint is the server's /mcp.

Examples:
  # in the client's configuration
  {"mcpServers": {"twoflat": {"command": "/usr/local/bin/twoflat", "args": ["mcp"]}}}
  # with the inspector
  $ npx @modelcontextprotocol/inspector --cli twoflat mcp --method tools/list
  # on data of your own
  $ twoflat mcp --snapshot cook.snapshot`,
    )
    .action(async (flags) => {
      // Loaded here: every other command starts without the protocol.
      const [{ serveStdio }, { mcpServer }] = await Promise.all([
        import("@modelcontextprotocol/server/stdio"),
        import("../../core/mcp/server.ts"),
      ]);
      const local = await openContext(flags);
      const registry = compileRegistry(OPERATIONS);
      const closed = Promise.withResolvers<void>();
      process.stdin.once("end", closed.resolve);
      serveStdio(() =>
        mcpServer({
          registry,
          requestId: randomUUID(),
          context: (call) => ({ ...local, ...call }),
          onDefect: (error) =>
            note(error instanceof Error ? error.stack ?? "" : String(error)),
        }), { onerror: (error) => note(`mcp: ${error.message}`) });
      await closed.promise;
    });
}
