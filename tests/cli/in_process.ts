import { stripVTControlCharacters } from "node:util";
import { program } from "../../cli/program.ts";
import { run } from "../../cli/run.ts";

/** What a command line came to. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What went to stdout, with the terminal's control sequences. */
  readonly raw: string;
}

/** Runs a command line in this process, with these settings and no others of Twoflat's. */
export async function twoflat(
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ran> {
  const before = Object.entries(Deno.env.toObject()).filter(([name]) =>
    /^(TWOFLAT_|KV_URL$|AWS_)/.test(name)
  );
  for (const [name] of before) Deno.env.delete(name);
  for (const [name, value] of Object.entries(settings)) {
    Deno.env.set(name, value);
  }
  const { log, error } = console;
  const out: string[] = [], err: string[] = [];
  console.log = (text = "") => out.push(String(text));
  console.error = (text = "") => err.push(String(text));
  try {
    const code = await run(program(), args);
    const text = (lines: string[]) =>
      stripVTControlCharacters(lines.join("\n"));
    return { code, out: text(out), err: text(err), raw: out.join("\n") };
  } finally {
    Object.assign(console, { log, error });
    // A status that a command has asked for is not this process's own.
    Deno.exitCode = 0;
    for (const name of Object.keys(settings)) Deno.env.delete(name);
    for (const [name, value] of before) Deno.env.set(name, value);
  }
}
