import { equal, ok } from "node:assert/strict";
import { program } from "../../cli/program.ts";
import { run } from "../../cli/run.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";

/** Command lines that answer from the demo county alone, as the documents have them. */
const ANSWERS = new Set([
  ...OPERATIONS.flatMap(({ contract }) => contract.command ?? []),
  "saved",
]);

const LINE = /^\s*(?:\$ )?(?:npx -y deno@2\.9\.6 task -q )?twoflat (\S.*)$/;
const WORD = /"([^"]*)"|'([^']*)'|(\S+)/g;

/** The command lines of a document's code blocks, as words. */
function commandLines(text: string): string[][] {
  return [...text.matchAll(/```\w*\n([\s\S]*?)```/g)].flatMap(([, block]) =>
    block.replace(/\\\n\s*/g, "").split("\n").flatMap((line) => {
      const found = LINE.exec(line.replace(/\s+#.*$/, ""));
      if (!found) return [];
      const words = [...found[1].matchAll(WORD)].map((
        [, double, single, bare],
      ) => double ?? single ?? bare);
      return [words];
    })
  ).filter(([command, ...words]) =>
    ANSWERS.has(command) &&
    // Files and servers of the reader's own.
    !words.some((word) =>
      ["--batch", "--server", "--snapshot", ">", "|"].includes(word)
    )
  );
}

const ROOT = new URL("../../", import.meta.url);
const documents = [
  "README.md",
  ...[...Deno.readDirSync(new URL("docs/", ROOT))].map(({ name }) => name)
    .filter((name) => name.endsWith(".md")).sort()
    .map((name) => `docs/${name}`),
];

Deno.test("every command line of the documents that asks the demo county has an answer, as it is written", async () => {
  const snapshot = await demoSnapshot();
  const store = await Deno.makeTempDir({ prefix: "twoflat-documents-" });
  const settings = {
    TWOFLAT_SNAPSHOT: snapshot.dir,
    TWOFLAT_TODAY: DEMO_DAY,
    TWOFLAT_DATA_DIR: store,
  };
  const { log, error } = console;
  const failed: string[] = [];
  let lines = 0;
  try {
    for (const [name, value] of Object.entries(settings)) {
      Deno.env.set(name, value);
    }
    for (const path of documents) {
      const text = await Deno.readTextFile(new URL(path, ROOT));
      for (const words of commandLines(text)) {
        lines++;
        const told: string[] = [];
        console.log = () => {};
        console.error = (line: string) => void told.push(line);
        const code = await run(program(), words);
        Object.assign(console, { log, error });
        if (code !== 0) failed.push(`${path}: ${words.join(" ")}: ${told}`);
      }
    }
  } finally {
    Object.assign(console, { log, error });
    for (const name of Object.keys(settings)) Deno.env.delete(name);
    await Deno.remove(store, { recursive: true });
  }
  equal(failed.join("\n"), "");
  ok(lines > 5, `${lines} lines`);
});
