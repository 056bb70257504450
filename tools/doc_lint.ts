/**
 * Fails when an exported symbol has no doc comment. `deno doc --lint` also asks for a comment on
 * every property and a written-out type on every zod schema, which would hide what matters.
 *
 * Usage: `deno task doc-lint`
 */
import { globSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = [
  "*.ts",
  "{contracts,core,routes,cli,fixtures,tools}/**/*.ts",
];

/** What this check reads of `deno doc --json`. */
const Documentation = z.object({
  nodes: z.record(
    z.string(),
    z.object({
      symbols: z.array(z.object({
        name: z.string(),
        declarations: z.array(z.object({
          location: z.object({ filename: z.string(), line: z.number() }),
          declarationKind: z.string(),
          kind: z.string(),
          jsDoc: z.object({ doc: z.string().optional() }).optional(),
        })),
      })).default([]),
    }),
  ),
});

const files = globSync(SOURCES, { cwd: ROOT });
const { success, stdout, stderr } = await new Deno.Command(process.execPath, {
  cwd: ROOT,
  args: ["doc", "--json", ...files],
}).output();
if (!success) throw new Error(new TextDecoder().decode(stderr));

let exported = 0;
const missing: string[] = [];
const { nodes } = Documentation.parse(
  JSON.parse(new TextDecoder().decode(stdout)),
);
for (const { symbols } of Object.values(nodes)) {
  for (const { name, declarations } of symbols) {
    // A re-export has its comment where it is declared.
    const own = declarations.filter(({ declarationKind, kind }) =>
      declarationKind === "export" && kind !== "reference"
    );
    if (own.length === 0) continue;
    exported++;
    if (own.some(({ jsDoc }) => jsDoc?.doc)) continue;
    const { filename, line } = own[0].location;
    missing.push(
      `${
        filename.replace(`file://${ROOT}`, "")
      }:${line} ${name} has no doc comment`,
    );
  }
}
for (const line of missing) console.error(line);
console.error(
  `${exported} exported symbols in ${files.length} files, ${missing.length} without a doc comment`,
);
if (missing.length > 0) process.exit(1);
