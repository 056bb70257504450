import { BAD_INPUTS, type BadInput } from "../operations/bad_inputs.ts";

/** A command line that must be refused with exit status 2, and how. */
export interface BadArguments {
  readonly title: string;
  readonly args: readonly string[];
  readonly field: string;
  /** What was expected, or its beginning. */
  readonly expected: string;
}

/** Mistakes of the operations' inputs that can be written on a command line. */
function fromInput(bad: BadInput): BadArguments[] {
  const { title, operation, json, field, expected } = bad;
  // What a command line has no words for, and what is no mistake there: all is text at first.
  const unsayable = expected.startsWith("only ") ||
    ["left out", "given once"].includes(expected) ||
    /"property_id":\d|"purchase_price":"|assumptions":(\[\]|null)/.test(json);
  if (unsayable) return [];
  // A command line names a property as its argument, and says so.
  if (json === "{}") return [];
  const { custom_assumptions, ...input } = JSON.parse(json);
  const options = Object.entries({ ...input, ...custom_assumptions })
    .flatMap(([name, value]) => [`--${name.replaceAll("_", "-")}=${value}`]);
  const command = operation === "get_comps" ? "comps" : "underwrite";
  return [{ title, args: [command, ...options], field, expected }];
}

const own = (
  title: string,
  args: readonly string[],
  field: string,
  expected: string,
): BadArguments => ({ title, args, field, expected });

const HELP = "an option that the command's --help lists";

/** Mistakes that people make at a command line. */
export const BAD_ARGUMENTS: readonly BadArguments[] = [
  ...BAD_INPUTS.flatMap(fromInput),
  own("no property", ["comps"], "subject", "PIN, "),
  own("no property to underwrite", ["underwrite"], "subject", "PIN, "),
  own("a misspelled command", ["comp"], "arguments", "a command that"),
  own("a misspelled option", ["comps", "1", "--jsn"], "--jsn", HELP),
  own(
    "a field that is no option",
    ["comps", "1", "--radius", "5"],
    "--radius",
    HELP,
  ),
  own(
    "a point whose degrees are exchanged",
    ["comps", "-87.6513,41.8381"],
    "lat",
    "the latitude first: 41.8381,-87.6513",
  ),
  own(
    "an option without its value",
    ["comps", "--today"],
    "--today",
    "a value",
  ),
  own(
    "an address without quotes",
    ["comps", "3101", "S", "Halsted", "St"],
    "arguments",
    "only the arguments that the command's --help shows; quote an address",
  ),
  own(
    "an option twice",
    ["underwrite", "1", "--rate=0.07", "--rate=0.08"],
    "rate",
    "given once",
  ),
  own(
    "a property twice",
    ["comps", "1", "--property-id=2"],
    "property_id",
    "given once",
  ),
  own(
    "a property in two ways",
    ["comps", "1", "--address=1 Main St"],
    "address",
    "exactly one of",
  ),
  own(
    "a price in words",
    ["underwrite", "1", "--purchase-price=cheap"],
    "custom_assumptions.purchase_price",
    "a number from 1000",
  ),
  own(
    "a price with a comma in the wrong place",
    ["underwrite", "1", "--purchase-price=3000,00"],
    "custom_assumptions.purchase_price",
    "a number from 1000 to 50000000",
  ),
  own(
    "a day that does not exist",
    ["comps", "1", "--today=2026-02-30"],
    "today",
    "a date as YYYY-MM-DD",
  ),
  own(
    "a snapshot that is not there",
    ["comps", "1", "--snapshot=nowhere"],
    "snapshot",
    "a directory written by",
  ),
  own(
    "a server that is no URL",
    ["comps", "1", "--server=localhost"],
    "server",
    "an http(s) origin",
  ),
  own(
    "a batch that is not there",
    ["comps", "--batch=nowhere.csv"],
    "batch",
    "a CSV file",
  ),
  own(
    "a batch without rows",
    ["comps", "--batch=/dev/null"],
    "batch",
    "CSV with a header line and a row",
  ),
  own(
    "a batch and a property",
    ["comps", "1", "--batch=nowhere.csv"],
    "batch",
    "used without a property",
  ),
  own(
    "an output file for one property",
    ["comps", "1", "--out=answer.csv"],
    "out",
    "used together with --batch",
  ),
  own("too many words", ["config", "all"], "arguments", "only the arguments"),
  own("no parcel", ["sale"], "pin", "a value"),
];
