const REPOSITORY = new URL("../", import.meta.url);

/** Where the code lives and what each place may import of ours: the table of `docs/architecture.md`. */
const ARROWS = arrowsOf(
  Deno.readTextFileSync(new URL("docs/architecture.md", REPOSITORY)),
);

/** Reads the rows `| \`place\` | what | \`may\`, \`import\` |` of a table. */
export function arrowsOf(
  markdown: string,
): (readonly [place: string, may: readonly string[]])[] {
  const rows = markdown.matchAll(/^\| `([^`]+)` *\|[^|]*\|([^|]*)\|$/gm);
  return [...rows].map(([, place, may]) => [
    place,
    [...may.matchAll(/`([^`]+)`/g)].map(([, name]) =>
      /(\.\w+|\/)$/.test(name) ? name : `${name}/`
    ),
  ]);
}

/** Names that would make the engine's answer depend on anything but its arguments. */
const IMPURE: readonly (readonly [selector: string, what: string])[] = [
  ["Identifier[name='Deno']", "Deno"],
  ["Identifier[name='performance']", "performance"],
  ["Identifier[name='fetch']", "fetch"],
  [
    "MemberExpression[object.name='Math'][property.name='random']",
    "Math.random",
  ],
  ["MemberExpression[object.name='Date'][property.name='now']", "Date.now"],
  ["NewExpression[callee.name='Date'][arguments.length=0]", "new Date()"],
  ["CallExpression[callee.name='Date']", "Date()"],
];

/** Modules of the runtime that do no input or output. */
const PURE_BUILTINS = ["node:crypto", "node:path", "node:util"];

/**
 * Reads one file the way the linter does and says what breaks the architecture, a sentence
 * each: an import against the arrows, `export *`, and in the engine whatever is not pure.
 *
 * @param path relative to the repository
 */
export function violationsOf(path: string, source: string): string[] {
  const found: string[] = [];
  const imports = (node: Deno.lint.Node, specifier: unknown) => {
    const problem = importProblem(path, specifier);
    if (problem) {
      found.push(`${path}:${lineOf(source, node.range[0])} ${problem}`);
    }
  };
  const visitor: Record<string, (node: Deno.lint.Node) => void> = {
    ImportDeclaration: (node) =>
      node.type === "ImportDeclaration" && imports(node, node.source.value),
    ExportNamedDeclaration: (node) =>
      node.type === "ExportNamedDeclaration" && node.source &&
      imports(node, node.source.value),
    ExportAllDeclaration: (node) => {
      if (node.type !== "ExportAllDeclaration") return;
      imports(node, node.source.value);
      found.push(
        `${path}:${
          lineOf(source, node.range[0])
        } export * hides what a module offers`,
      );
    },
    ImportExpression: (node) =>
      node.type === "ImportExpression" &&
      imports(
        node,
        node.source.type === "Literal" ? node.source.value : undefined,
      ),
    TSImportType: (node) =>
      node.type === "TSImportType" && node.argument.type === "TSLiteralType" &&
      node.argument.literal.type === "Literal" &&
      imports(node, node.argument.literal.value),
  };
  if (path.startsWith("core/engine/")) {
    for (const [selector, what] of IMPURE) {
      visitor[selector] = (node) =>
        void found.push(
          `${path}:${
            lineOf(source, node.range[0])
          } ${what} is not pure: pass the value in`,
        );
    }
  }
  const rules = { arrows: { create: () => visitor as Deno.lint.LintVisitor } };
  Deno.lint.runPlugin({ name: "architecture", rules }, path, source);
  return found;
}

function importProblem(path: string, specifier: unknown): string | undefined {
  const place = ARROWS.find(([prefix]) => path.startsWith(prefix));
  if (!place) return undefined;
  if (typeof specifier !== "string") {
    return "imports a module that is not named in the text";
  }
  if (!specifier.startsWith(".")) {
    return place[0] === "core/engine/" && specifier.startsWith("node:") &&
        !PURE_BUILTINS.includes(specifier)
      ? `the engine may not import ${specifier}`
      : undefined;
  }
  const target = new URL(specifier, new URL(path, REPOSITORY)).href.slice(
    REPOSITORY.href.length,
  );
  const own = target.startsWith(place[0]);
  return own || place[1].some((prefix) => target.startsWith(prefix))
    ? undefined
    : `${place[0]} may not import ${target}; it may import ${
      place[1].join(", ") || "nothing of ours"
    }`;
}

function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}

/**
 * Finds folders that import each other in a circle, directly or through others. A folder stands
 * apart from the folders inside it.
 *
 * @param imports pairs of files: who imports whom
 * @returns each circle once, as `a -> b -> a`
 */
export function circlesOf(
  imports: readonly (readonly [from: string, to: string])[],
): string[] {
  const next = new Map<string, Set<string>>();
  for (const pair of imports) {
    const [from, to] = pair.map((path) => path.replace(/\/[^/]+$/, ""));
    if (from === to) continue;
    if (!next.has(from)) next.set(from, new Set());
    next.get(from)!.add(to);
  }
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (folder: string, path: readonly string[]) => {
    const at = path.indexOf(folder);
    if (at >= 0) found.push([...path.slice(at), folder].join(" -> "));
    if (at >= 0 || done.has(folder)) return;
    for (const other of next.get(folder) ?? []) walk(other, [...path, folder]);
    done.add(folder);
  };
  for (const folder of next.keys()) walk(folder, []);
  return found;
}

/** The files of ours that a file imports, each with where it leads. */
export function importsOf(path: string, source: string): [string, string][] {
  const found: [string, string][] = [];
  for (const [, specifier] of source.matchAll(/ from "(\.[^"]+)"/g)) {
    const target = new URL(specifier, new URL(path, REPOSITORY)).href;
    found.push([path, target.slice(REPOSITORY.href.length)]);
  }
  return found;
}
