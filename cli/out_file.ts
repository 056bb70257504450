import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { invalidParams } from "../contracts/errors.ts";
import { note } from "./output.ts";

/** A file for results, that can be written. */
export interface OutFile {
  readonly path: string;
  /** Whether another file stands there. */
  readonly replaces: boolean;
}

/**
 * Looks whether results can be written to a file, before the work that makes them. Nothing is
 * written yet.
 *
 * @param option the option that names the file, for the error
 * @throws {Fault} `invalid_params` when it cannot be written
 */
export function outFile(option: string, path: string): OutFile {
  try {
    const stands = statSync(path, { throwIfNoEntry: false });
    if (stands?.isDirectory()) throw new TypeError("it is a directory");
    accessSync(stands ? path : dirname(path), constants.W_OK);
    return { path, replaces: stands?.isFile() ?? false };
  } catch {
    throw invalidParams(
      option,
      "a file in a directory that exists and may be written",
      `${path} cannot be written`,
    );
  }
}

/** Says on stderr that the file was written, and whether it replaced another. */
export function noteWritten({ path, replaces }: OutFile): void {
  note(`written: ${path}${replaces ? ", replacing the earlier file" : ""}`);
}
