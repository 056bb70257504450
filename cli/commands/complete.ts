import completion from "@bomb.sh/tab/commander";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Command as PlainCommand } from "commander";

/** Adds `twoflat complete`, which writes a completion script for the shell. Call it last. */
export function addCompletion(root: CommandUnknownOpts): void {
  // The library is typed for plain commander, which is what runs here.
  completion(root as unknown as PlainCommand);
  root.commands.find((command) => command.name() === "complete")
    ?.summary("shell completion for zsh, bash, fish or powershell")
    .addHelpText(
      "after",
      `
Examples:
  # complete commands and options in this bash session
  $ twoflat complete bash > ~/.twoflat-completion && . ~/.twoflat-completion
  # the same for fish, for good
  $ twoflat complete fish > ~/.config/fish/completions/twoflat.fish`,
    );
}
