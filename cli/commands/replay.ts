import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { Replayed } from "../../contracts/replay.ts";
import { EXIT } from "../exit.ts";
import { serverFor } from "../login.ts";
import { serverOf } from "../operator.ts";
import { jsonOption, keyOption, serverOption } from "../options.ts";
import { print, printJson, style } from "../output.ts";
import { parseAnswer, send } from "../remote.ts";

/** `twoflat replay`: computes an earlier answer again and compares. */
export function replayCommand(): CommandUnknownOpts {
  return new Command("replay")
    .summary("compute an earlier answer again and compare")
    .description(
      "Asks a server (that of --server or `twoflat login`, else this machine's) to compute the answer of a valuation_id or analysis_id again. The exit status is 1 if a figure differs.",
    )
    .argument("<id>", "valuation_id or analysis_id of an answer")
    .addOption(serverOption())
    .addOption(keyOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  $ twoflat replay val_0123456789abcdef0123456789abcdef",
    )
    .action(async (id, { server, key, json }) => {
      const remote = await serverFor({ server, key }) ??
        { server: serverOf(undefined), key };
      const kind = id.startsWith("val_") ? "valuation" : "analysis";
      const answer = parseAnswer(
        Replayed,
        await send(remote, {
          method: "GET",
          url: new URL(`/api/${kind}/${encodeURIComponent(id)}`, remote.server),
        }),
      );
      if (json) printJson(answer);
      else {
        const { identical, operation, day, snapshot_id, differs } = answer;
        print(
          identical
            ? style("good", "identical: every figure is the same")
            : style("bad", `differs in ${differs.join(", ")}`),
        );
        print(`${operation} for ${day}, snapshot ${snapshot_id}`);
      }
      if (!answer.identical) Deno.exitCode = EXIT.unexpected;
    });
}
