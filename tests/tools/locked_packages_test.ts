import assert from "node:assert/strict";
import { cycloneDx } from "../../tools/bill_of_materials.ts";
import {
  packageOf,
  readLock,
  withoutUnneeded,
} from "../../tools/locked_packages.ts";

Deno.test("withoutUnneeded() keeps what dependencies need, with versions and peers told apart", () => {
  const locked = (...dependencies: string[]) => ({
    integrity: "sha512-",
    dependencies,
  });
  const lock = {
    specifiers: {
      "npm:a@1": "1.0.0_peer@2.0.0",
      "npm:test@9": "9.0.0",
    },
    npm: {
      "a@1.0.0_peer@2.0.0": locked("@s/b", "peer"),
      "@s/b@1.0.0": locked("c@2.0.0"),
      "c@1.0.0": locked(),
      "c@2.0.0": locked(),
      "peer@2.0.0": locked("a"),
      "test@9.0.0": locked("c@1.0.0"),
    },
    workspace: { dependencies: ["npm:a@1"], members: {} },
  };
  const product = withoutUnneeded(lock, lock.workspace.dependencies);
  assert.deepEqual(Object.keys(product.npm), [
    "a@1.0.0_peer@2.0.0",
    "@s/b@1.0.0",
    "c@2.0.0",
    "peer@2.0.0",
  ]);
  assert.deepEqual(Object.keys(product.specifiers), ["npm:a@1"]);
  assert.throws(
    () => withoutUnneeded({ ...lock, npm: {} }, ["npm:a@1"]),
    /lacks a@1.0.0_peer/,
  );
});

Deno.test("product.lock holds under half of the packages, none of them a test's", async () => {
  const everything = await readLock("deno.lock");
  const product = await readLock("product.lock");
  const count = (lock: typeof product) => Object.keys(lock.npm).length;
  assert.ok(count(product) < count(everything) / 2);
  const names = Object.keys(product.npm).map((key) => packageOf(key).name);
  for (const name of ["jsdom", "express", "playwright-core", "fast-check"]) {
    assert.ok(!names.includes(name), name);
  }
});

Deno.test("the bill of materials names each package once, with its purl, hash and license", () => {
  const bill = JSON.parse(JSON.stringify(cycloneDx([{
    name: "@s/b",
    version: "1.0.0",
    sha512: "00ff",
    license: "MIT",
    text: "",
  }])));
  assert.deepEqual(bill.components.at(-1), {
    type: "library",
    "bom-ref": "pkg:npm/%40s/b@1.0.0",
    name: "@s/b",
    version: "1.0.0",
    purl: "pkg:npm/%40s/b@1.0.0",
    hashes: [{ alg: "SHA-512", content: "00ff" }],
    licenses: [{ expression: "MIT" }],
  });
});
