import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { DeadLetterList, Replayed } from "../../contracts/alerts.ts";
import { stamped } from "../../contracts/envelope.ts";
import { plural } from "../format.ts";
import { askOperator } from "../operator.ts";
import { jsonOption, serverOption } from "../options.ts";
import { print, printJson, table } from "../output.ts";
import { parseAnswer } from "../remote.ts";

const example = (words: string) =>
  `\nExamples:\n  $ TWOFLAT_WRITE_SECRET=... twoflat ops ${words}`;

/** `twoflat ops dead-letters`: messages that could not be delivered. */
export function deadLettersCommand(): CommandUnknownOpts {
  return new Command("dead-letters")
    .description("undelivered messages of all owners, newest first")
    .addOption(serverOption())
    .addOption(jsonOption())
    .addHelpText("after", example("dead-letters"))
    .action(async ({ server, json }) => {
      const answer = parseAnswer(
        stamped(DeadLetterList),
        await askOperator(server, "GET", "/api/state/dead-letters?limit=200"),
      );
      if (json) return printJson(answer);
      if (answer.dead_letters.length === 0) return print("No dead letters.");
      print(table(
        [
          { head: "Id" },
          { head: "Died" },
          { head: "Message" },
          { head: "Attempts", align: "right" },
          { head: "Why", wraps: true },
        ],
        answer.dead_letters.map((letter) => [
          letter.delivery_id,
          `${letter.died_at.slice(0, 16).replace("T", " ")}Z`,
          letter.type,
          String(letter.attempts),
          letter.reason,
        ]),
      ));
    });
}

/** `twoflat ops replay`: sends dead letters again. */
export function replayDeadCommand(): CommandUnknownOpts {
  return new Command("replay")
    .description(
      "send an undelivered message again, or all since a time",
    )
    .argument("[delivery_id]", "an id that `twoflat ops dead-letters` lists")
    .option("--since <time>", "all that failed since, as 2026-11-22T00:00:00Z")
    .addOption(serverOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `${example("replay msg_4fT0qPz1abcd")}
  $ TWOFLAT_WRITE_SECRET=... twoflat ops replay --since 2026-11-22T00:00:00Z`,
    )
    .action(async (delivery_id, { server, json, since }) => {
      const answer = parseAnswer(
        stamped(Replayed),
        await askOperator(server, "POST", "/api/state/dead-letters/replay", {
          delivery_id,
          since,
        }),
      );
      if (json) return printJson(answer);
      print(`${plural(answer.replayed, "message")} queued again`);
      if (answer.left > 0) {
        print(
          `${
            plural(answer.left, "message")
          } left: their channel is switched off or gone`,
        );
      }
    });
}
