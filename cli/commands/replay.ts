import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { Replayed } from "../../contracts/replay.ts";
import { EXIT } from "../exit.ts";
import { settings } from "../context.ts";
import { serverOf } from "../operator.ts";
import { jsonOption, serverOption } from "../options.ts";
import { print, printJson, style } from "../output.ts";
import { parseAnswer, send } from "../remote.ts";

/** `twoflat replay`: an earlier answer computed again and compared. */
export function replayCommand(): CommandUnknownOpts {
  return new Command("replay")
    .summary("compute an earlier answer again, and compare")
    .description(
      "Asks a server to compute the answer of a valuation_id or analysis_id again, with TWOFLAT_KEY. The exit status is 1 where a figure differs.",
    )
    .argument("<id>", "valuation_id or analysis_id of an answer")
    .addOption(serverOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  $ twoflat replay val_0123456789abcdef0123456789abcdef",
    )
    .action(async (id, { server, json }) => {
      const origin = serverOf(server);
      const kind = id.startsWith("val_") ? "valuation" : "analysis";
      const answer = parseAnswer(
        Replayed,
        await send({ server: origin, key: settings().key }, {
          method: "GET",
          url: new URL(`/api/${kind}/${encodeURIComponent(id)}`, origin),
        }),
      );
      if (json) printJson(answer);
      else {
        const { identical, operation, day, snapshot_id, differs } = answer;
        print(
          identical
            ? style("good", "identical: every figure is as it was")
            : style("bad", `differs in ${differs.join(", ")}`),
        );
        print(`${operation} for ${day}, snapshot ${snapshot_id}`);
      }
      if (!answer.identical) Deno.exitCode = EXIT.unexpected;
    });
}
