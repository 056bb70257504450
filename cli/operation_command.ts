import { SUBJECT_FIELDS } from "../contracts/subject.ts";
import {
  Argument,
  Command,
  type CommandUnknownOpts,
  Option,
} from "@commander-js/extra-typings";
import type { z } from "zod";
import { Fault, invalidParams } from "../contracts/errors.ts";
import type { OperationContract } from "../contracts/operation.ts";
import { parseSubject } from "../core/engine/subject/parse.ts";
import type { Operation } from "../core/service/operation.ts";
import { parseInput } from "../core/schema/parse_input.ts";
import { readFigure } from "../core/schema/figures.ts";
import { subjectInput } from "../core/service/subject_input.ts";
import { serve } from "../core/service/serve.ts";
import { openContext } from "./context.ts";
import { type Flag, flagInput, flagsOf, optionOf } from "./flags.ts";
import {
  batchOptions,
  jsonOption,
  keyOption,
  serverOption,
  snapshotOption,
  todayOption,
} from "./options.ts";
import { runBatch } from "./batch.ts";
import type { Renderer } from "./renderers.ts";
import { print, printJson } from "./output.ts";
import { answerProgress } from "./progress.ts";
import { paragraph } from "./render/parts.ts";
import { serverFor } from "./login.ts";
import { askServer, parseAnswer, type RawInput } from "./remote.ts";
import {
  SUBJECT_HELP,
  subjectFields,
  type SubjectFlags,
  subjectOptions,
} from "./subject.ts";

const SUBJECT: ReadonlySet<string> = new Set(SUBJECT_FIELDS);

/** Asks another operation of the same data or server. */
export type Ask = <I extends z.ZodObject, O extends z.ZodObject>(
  operation: Operation<I, O>,
  input: RawInput,
) => Promise<z.output<O>>;

/** The input field that lists properties: the command's arguments. */
const LIST = "properties";

const SUBJECTS_HELP =
  `properties, each a PIN, an address or lat,lon, with its price after an @: 41.6103,-87.8464@320k`;

/** Reads a property as typed, with an optional price after an `@`. */
function pricedSubject(text: string): RawInput {
  const [, subject, price] = /^(.*?)(?:@([^@]*))?$/s.exec(text)!;
  if (price === undefined) return subjectInput(subject);
  const read = readFigure(price, "dollars", { minimum: 1_000 });
  if (!("value" in read)) {
    throw invalidParams(
      "purchase_price",
      `a price after the @${read.likely ? `; ${read.likely}` : ""}`,
    );
  }
  return { ...subjectInput(subject), purchase_price: read.value };
}

/** Options every operation has, besides those of its input. */
interface CommonFlags extends SubjectFlags {
  readonly json?: boolean;
  readonly full?: boolean;
  readonly report?: string;
  readonly snapshot?: string;
  readonly today?: string;
  readonly server?: string;
  readonly key?: string;
  readonly batch?: string;
  readonly out?: string;
}

/** Returns the command of an operation. Its arguments and options come from the contract's input,
 * its help from the contract's texts and examples. It runs the operation on local data, or asks a
 * server, and shows the same answer either way.
 *
 * @param renderer default: the operation's summary, as agents get it
 */
export function operationCommand<I extends z.ZodObject, O extends z.ZodObject>(
  operation: Operation<I, O>,
  renderer: Renderer<O> = { render: operation.summary },
): CommandUnknownOpts {
  const { contract } = operation;
  const flags = flagsOf(
    contract.input,
    namesProperty(contract)
      ? SUBJECT
      : new Set([...pathFields(contract), LIST]),
  );
  const { title } = contract;
  const command: CommandUnknownOpts = new Command(contract.command)
    .summary(title[0].toLowerCase() + title.slice(1))
    .description(title);
  for (const argument of argumentsOf(contract)) command.addArgument(argument);
  for (const option of optionsOf(contract, flags, renderer)) {
    command.addOption(option);
  }
  command.addHelpText(
    "after",
    () => `\n${paragraph(about(contract))}\n\nExamples:\n${examples(contract)}`,
  );
  command.action(async () => {
    const given: CommonFlags = command.opts();
    const common = {
      // A terminal has room for everything; brief answers are for models.
      ...("detail" in contract.input.shape && { detail: "full" }),
      ...flagInput(flags, command.opts()),
    };
    if (given.batch === undefined && given.out !== undefined) {
      throw invalidParams("out", "used together with --batch");
    }
    const asked: Asked<I, O> = {
      operation,
      renderer,
      flags,
      given,
      args: command.args,
      common,
    };
    if (given.batch === undefined) await answerOne(asked);
    else await answerBatch(asked, given.batch);
  });
  return command;
}

/** The arguments of an operation's command. */
function argumentsOf(contract: OperationContract): Argument[] {
  return [
    ...(namesProperty(contract)
      ? [new Argument("[subject]", SUBJECT_HELP)]
      : []),
    ...(LIST in contract.input.shape
      ? [new Argument("<subjects...>", SUBJECTS_HELP)]
      : []),
    ...pathFields(contract).map((field) =>
      new Argument(`<${field}>`, contract.input.shape[field].description)
    ),
  ];
}

/** The options of an operation's command: those of its input, then those that every command has. */
function optionsOf<O extends z.ZodObject>(
  contract: OperationContract,
  flags: readonly Flag[],
  renderer: Renderer<O>,
): Option[] {
  return [
    ...flags.map(({ option }) => option),
    ...(namesProperty(contract)
      ? [...subjectOptions(), ...batchOptions()]
      : []),
    ...(renderer.full ? [new Option("--full", "show everything")] : []),
    ...(renderer.report
      ? [
        new Option(
          "--report <file>",
          "write a memo to share: a file that ends in .html (prints to two pages) or .md",
        ),
      ]
      : []),
    jsonOption(),
    snapshotOption(),
    todayOption(),
    serverOption(),
    keyOption(),
  ];
}

/** A command as it was typed. */
interface Asked<I extends z.ZodObject, O extends z.ZodObject> {
  readonly operation: Operation<I, O>;
  readonly renderer: Renderer<O>;
  readonly flags: readonly Flag[];
  readonly given: CommonFlags;
  readonly args: readonly string[];
  /** Input that its options give. */
  readonly common: RawInput;
}

/** Answers a question a line of a file. */
async function answerBatch<I extends z.ZodObject, O extends z.ZodObject>(
  { operation, renderer, flags, given, args, common }: Asked<I, O>,
  from: string,
): Promise<void> {
  const named = subjectFields(args[0], given);
  if (Object.keys(named).length > 0) {
    throw invalidParams("batch", "used without a property on the command line");
  }
  const { contract } = operation;
  const answers = await openAnswers(given);
  const ask = (input: RawInput) => answers(operation, input);
  const ranked = renderer.rank && {
    rank: (answer: unknown) => renderer.rank!(answer as z.output<O>),
  };
  const { lead } = renderer;
  await runBatch({ contract, flags, common, ask, lead, ...ranked }, {
    from,
    to: given.out,
  });
}

/** Answers one question: prints the answer, and writes the memo when one was asked for. */
async function answerOne<I extends z.ZodObject, O extends z.ZodObject>(
  { operation, renderer, flags, given, args, common }: Asked<I, O>,
): Promise<void> {
  const { contract } = operation;
  const input: RawInput = {
    ...(namesProperty(contract) && subjectFields(args[0], given)),
    ...(LIST in contract.input.shape && { [LIST]: args.map(pricedSubject) }),
    ...Object.fromEntries(
      pathFields(contract).map((name, i) => [name, args[i]]),
    ),
    ...common,
  };
  check(operation, flags, input);
  const answers = await openAnswers(given);
  const answer = await answers(operation, input);
  if (given.json) return printJson(answer);
  const whole = parseAnswer(contract.output, answer);
  if (given.report !== undefined && renderer.report) {
    const others: Ask = async (other, about) =>
      parseAnswer(other.contract.output, await answers(other, about));
    await renderer.report(given.report, whole, others, input);
  }
  print(
    given.full && renderer.full ? renderer.full(whole) : renderer.render(whole),
  );
}

/** The contract's words, and what is different at a command line. */
function about(
  { description, help = description, needsAccount }: OperationContract,
): string {
  return needsAccount
    ? `${help} Without --server it is saved in the store of this machine. \`twoflat saved\` lists saved items.`
    : help;
}

/** Whether the input names a property, in any of the ways there are. */
function namesProperty({ input }: OperationContract): boolean {
  return Array.from(SUBJECT).every((field) => field in input.shape);
}

/** Throws for bad input before data are opened or a server is asked, with the names of the command line. */
function check(
  { contract }: Operation,
  flags: readonly Flag[],
  input: RawInput,
): void {
  if (
    namesProperty(contract) && !SUBJECT_FIELDS.some((name) => name in input)
  ) {
    throw invalidParams("subject", SUBJECT_HELP, "no property was named");
  }
  try {
    const parsed = parseInput(contract.input, input);
    if (namesProperty(contract)) parseSubject(parsed);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, message, field, expected, candidates } = error;
    const flag = flags.find(({ path }) => path.join(".") === field);
    if (!field || !flag?.option.long) throw error;
    throw new Fault(code, message.replace(field, flag.option.long), {
      field,
      expected,
      candidates,
    });
  }
}

/** Returns the path parameters of an operation other than its subject: the arguments of its command. */
function pathFields({ rest }: OperationContract): string[] {
  return Array.from(rest.path.matchAll(/\{(\w+)\}/g), ([, field]) => field)
    .filter((field) => field !== "subject");
}

/** Opens local data or a server, once, and returns what answers any operation's input from there. */
async function openAnswers(
  given: CommonFlags,
): Promise<(operation: Operation, input: RawInput) => Promise<unknown>> {
  const remote = await serverFor(given);
  if (remote !== undefined) {
    return ({ contract }, input) => askServer(remote, contract, input);
  }
  const context = await openContext(given);
  return (operation, input) => {
    const { update, stop } = answerProgress(operation.contract.command!);
    return serve(operation, { ...context, progress: update }, input)
      .finally(stop);
  };
}

/** A contract's examples as command lines. */
function examples(contract: OperationContract): string {
  const inPath = new Set(pathFields(contract));
  return contract.examples.map(({ title, input }) =>
    `  # ${title}\n  $ ${
      ["twoflat", contract.command, ...exampleWords(input, inPath)].join(" ")
    }`
  ).join("\n");
}

function exampleWords(
  input: Readonly<Record<string, unknown>>,
  inPath: ReadonlySet<string>,
): string[] {
  const words: string[] = [];
  for (const [name, value] of Object.entries(input)) {
    if (name === "lon") continue;
    if (name === "lat") words.push(`${value},${input.lon}`);
    else if (SUBJECT.has(name) || inPath.has(name)) {
      words.push(quoted(String(value)));
    } else if (name === LIST) {
      for (const each of value as readonly Record<string, unknown>[]) {
        const { purchase_price, ...subject } = each;
        const [word] = exampleWords(subject, inPath);
        words.push(
          purchase_price === undefined ? word : `${word}@${purchase_price}`,
        );
      }
    } else if (value === true) {
      words.push(optionOf(name));
    } else if (Array.isArray(value)) {
      words.push(optionOf(name), quoted(value.join(",")));
    } else if (typeof value === "object" && value !== null) {
      words.push(...exampleWords({ ...value }, inPath));
    } else {
      words.push(optionOf(name), quoted(String(value)));
    }
  }
  return words;
}

/** A word as a shell reads it. */
function quoted(word: string): string {
  return /^[\w.,:/+-]+$/.test(word) ? word : `"${word}"`;
}
