/**
 * Changes constants to the `path=value` arguments of the command line. To be imported before the
 * engine, parts of which read their constants when they are loaded.
 */
import { CONSTANTS } from "../contracts/constants.ts";

type Node = Record<string, unknown>;

/** The arguments that set a constant. */
export const SET: readonly string[] = Deno.args.filter((arg) =>
  arg.includes("=")
);

for (const arg of SET) {
  const [path, text] = arg.split("=");
  const names = path.split(".");
  const last = names.pop()!;
  const at = names.reduce<Node | undefined>(
    (node, name) => node?.[name] as Node | undefined,
    CONSTANTS as unknown as Node,
  );
  if (at?.[last] === undefined) throw new Error(`no constant ${path}`);
  at[last] = typeof at[last] === "number" ? Number(text) : text;
}
