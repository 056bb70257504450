import { deepEqual } from "node:assert/strict";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { program } from "../../cli/program.ts";
import { SUBJECT_FIELDS } from "../../contracts/subject.ts";
import { manifestOf } from "../../core/catalog/tools.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { jsonSchemaOf } from "../../core/schema/schema_text.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { twoflat } from "./in_process.ts";

/** Words of agents: tools, fields, how to go on. */
const OF_AGENTS =
  /Use this when|\bagents?\b|\btools?\b|(?<![\w"-])[a-z]+(?:_[a-z0-9]+)+/g;

/** Words of a command line. */
const OF_COMMANDS = /(?<![\w-])--[a-z]|\btwoflat [a-z]|command line|terminal/gi;

/** What people type as values of options, as columns of files, or read in JSON answers. */
const TYPED = new Set<string>([
  ...SUBJECT_FIELDS,
  "sale_date",
  "next_cursor",
  "link_token",
  "deal_score",
]);

function helpOf(command: CommandUnknownOpts): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => text += part });
  command.outputHelp();
  return text.replaceAll(/\s+/g, " ");
}

Deno.test("no help of a question speaks of tools or fields: options are called by their names", () => {
  const questions = new Set(
    OPERATIONS.map(({ contract: { command } }) => command),
  );
  const found = program().commands.filter((each) => questions.has(each.name()))
    .flatMap((command) => {
      const values = new Set(
        command.options.flatMap(({ argChoices = [] }) => argChoices),
      );
      return Array.from(helpOf(command).matchAll(OF_AGENTS), ([word]) => word)
        .filter((word) => !values.has(word) && !TYPED.has(word))
        .map((word) => `${command.name()}: ${word}`);
    });
  deepEqual(found, []);
});

Deno.test("nothing that agents read speaks of options and commands", () => {
  const found = OPERATIONS.filter(({ contract }) => contract.tool !== false)
    .flatMap(({ contract: { name, description, input } }) => {
      const words = [description, ...textsOf(jsonSchemaOf(input, "input"))];
      return words.flatMap((text) =>
        Array.from(text.matchAll(OF_COMMANDS), ([word]) => `${name}: ${word}`)
      );
    });
  deepEqual(found, []);
});

Deno.test("twoflat operations names as tools what an agent can call, under every name", async () => {
  const { code, out } = await twoflat({}, "operations", "--json");
  deepEqual(code, 0);
  const rows: { tool: string | null; deprecated_tools: string[] }[] = JSON
    .parse(out);
  const named = rows.flatMap(({ tool, deprecated_tools }) =>
    tool === null ? [] : [tool, ...deprecated_tools]
  );
  const { tools } = manifestOf(compileRegistry(OPERATIONS));
  deepEqual(named, tools.map(({ name }) => name));
});

/** Every description in a schema. */
function textsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "description" && typeof value === "string"
      ? [value]
      : textsOf(value)
  );
}
