import { Option } from "@commander-js/extra-typings";

/** `--json`: print the answer as JSON. */
export const jsonOption = () =>
  new Option("--json", "print the answer as JSON").default(false);

/** `--snapshot DIR`: which data to read. */
export const snapshotOption = () =>
  new Option(
    "--snapshot <dir>",
    "snapshot to read; default the made-up demo county",
  ).env("TWOFLAT_SNAPSHOT");

/** `--today DATE`: the day to answer for. */
export const todayOption = () =>
  new Option("--today <date>", "day to answer for, YYYY-MM-DD; default today")
    .env("TWOFLAT_TODAY");

/** `--server URL`: ask a running server instead of local data. */
export const serverOption = () =>
  new Option("--server <url>", "ask this Twoflat server instead of local data")
    .env("TWOFLAT_SERVER");

/** `--key KEY`: credential for `--server`. */
export const keyOption = () =>
  new Option("--key <key>", "API key for --server").env("TWOFLAT_KEY");
