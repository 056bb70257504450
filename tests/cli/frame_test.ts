import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { VERSION } from "../../contracts/version.ts";
import { program } from "../../cli/program.ts";
import { packed } from "./packed.ts";

Deno.test("the packed command", async (t) => {
  await using twoflat = await packed();

  await t.step("starts twice at once on an empty cache", async () => {
    const runs = await Promise.all(
      [1, 2].map(() => twoflat.run(["--version"])),
    );
    for (const { code, stdout, stderr } of runs) {
      equal(code, 0, stderr);
      match(stdout, new RegExp(`^twoflat ${VERSION} `));
    }
    const unpacked = Array.from(Deno.readDirSync(`${twoflat.home}/cache`));
    equal(unpacked.length, 2, "the runtime and the command, nothing left over");
  });

  await t.step("helps on every command, with an example", async () => {
    const names = program().commands.map((command) => command.name());
    const [top, ...each] = await Promise.all(
      [[], ...names.map((name) => [name])].map((path) =>
        twoflat.run([...path, "--help"])
      ),
    );
    for (const name of names) match(top.stdout, new RegExp(`\\n  ${name} `));
    for (const { code, stdout, stderr } of each) {
      equal(code, 0);
      equal(stderr, "");
      match(stdout, /^Usage: twoflat /);
      match(stdout, /\n {2}\$ twoflat /, stdout);
    }
    deepEqual((await twoflat.run([])).stdout, top.stdout);
  });

  await t.step("answers misuse with status 2, field and expected", async () => {
    const cases: [string[], RegExp][] = [
      [["confg"], /unknown command 'confg' \(Did you mean config\?\)/],
      [["config", "--jsn"], /field: {4}--jsn\n {2}expected: an option/],
      [["config", "all"], /field: {4}arguments\n {2}expected: no more/],
      [["complete", "fsh"], /expected: one of zsh, bash, fish, powershell/],
    ];
    for (const [args, says] of cases) {
      const { code, stdout, stderr } = await twoflat.run(args);
      equal(code, 2, args.join(" "));
      equal(stdout, "");
      match(stderr, says);
    }
  });

  await t.step(
    "lists the settings, and fails on one that is wrong",
    async () => {
      const env = { TWOFLAT_PORT: "x", TWOFLAT_KEY: "svc_secret" };
      const { code, stdout, stderr } = await twoflat.run(["config", "--json"], {
        env,
      });
      equal(code, 2);
      doesNotMatch(stdout + stderr, /svc_secret/);
      const rows: { name: string; source: string }[] = JSON.parse(stdout);
      equal(
        rows.find(({ name }) => name === "TWOFLAT_PORT")?.source,
        "environment",
      );
      const { code: problem, field, expected } = JSON.parse(stderr);
      deepEqual([problem, field, expected], [
        "invalid_params",
        "TWOFLAT_PORT",
        "a whole number from 0 to 65535",
      ]);
    },
  );
});
