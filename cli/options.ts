import { Option } from "@commander-js/extra-typings";

/** `--json`: print the answer as JSON. */
export const jsonOption = () =>
  new Option("--json", "print the answer as JSON");

/** `--snapshot DIR`: which data to read. */
export const snapshotOption = () =>
  new Option(
    "--snapshot <dir>",
    "snapshot to read, a directory or an address; default the demo county (synthetic)",
  ).env("TWOFLAT_SNAPSHOT");

/** `--today DATE`: the day to answer for. */
export const todayOption = () =>
  new Option(
    "--today <date>",
    "answer as of this day, YYYY-MM-DD, not before the newest sale of the data; default today",
  )
    .env("TWOFLAT_TODAY");

/** `--server URL`: ask a running server instead of local data. */
export const serverOption = () =>
  new Option("--server <url>", "ask this Twoflat server instead of local data")
    .env("TWOFLAT_SERVER");

/** `--key KEY`: credential for `--server`. */
export const keyOption = () =>
  new Option("--key <key>", "API key for --server").env("TWOFLAT_KEY");

/** `--batch FILE --out FILE`: many inputs at once. */
export function batchOptions(): Option[] {
  return [
    new Option(
      "--batch <file>",
      "run on every row of a CSV file (- for stdin) with columns subject, or property_id, address, lat and lon; other input fields may be columns too",
    ),
    new Option(
      "--out <file>",
      "with --batch: write .csv or .xlsx (one row per property) or .jsonl (whole answers); default JSON lines on stdout",
    ),
  ];
}
