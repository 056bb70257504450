/**
 * Writes what a release holds beside our own code: a bill of materials (CycloneDX 1.6, JSON) and the
 * texts of all licenses, as `twoflat.cdx.json` and `twoflat.licenses.txt`.
 *
 * Usage: `deno task bill [--out DIRECTORY]`; `deno task pack` writes them beside its file.
 */
import { Buffer } from "node:buffer";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { VERSION } from "../contracts/version.ts";
import { packageOf, readLock } from "./locked_packages.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A package that a release holds. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SHA-512 of the package's archive, hexadecimal. */
  readonly sha512: string;
  /** An SPDX expression. */
  readonly license: string;
  /** The license files' text; empty where the package has none. */
  readonly text: string;
}

/** Returns the packages of `product.lock`, read from Deno's cache. */
async function shippedPackages(): Promise<readonly ShippedPackage[]> {
  const { npm } = await readLock("product.lock");
  const registry = await npmCache();
  return await Promise.all(
    Object.entries(npm).map(async ([key, { integrity }]) => {
      const { name, version } = packageOf(key);
      const at = join(registry, name, version);
      const { license } = JSON.parse(
        await Deno.readTextFile(join(at, "package.json")),
      );
      return {
        name,
        version,
        sha512: Buffer.from(integrity.slice("sha512-".length), "base64")
          .toString("hex"),
        license,
        text: await licenseText(at),
      };
    }),
  );
}

/** Installs what is locked and returns where Deno keeps it. */
async function npmCache(): Promise<string> {
  const deno = async (...args: string[]) => {
    const { success, stdout, stderr } = await new Deno.Command(
      process.execPath,
      { cwd: ROOT, args },
    ).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout);
  };
  await deno("cache", "--frozen", "--lock=product.lock", "cli/main.ts");
  const { npmCache } = JSON.parse(await deno("info", "--json"));
  const registries = [...Deno.readDirSync(npmCache)]
    .filter(({ isDirectory }) => isDirectory);
  if (registries.length !== 1) {
    throw new Error(`${npmCache} holds packages of several registries`);
  }
  return join(npmCache, registries[0].name);
}

async function licenseText(directory: string): Promise<string> {
  const names = [...Deno.readDirSync(directory)]
    .filter(({ name, isFile }) =>
      isFile && /^(licen[cs]e|copying|notice)/i.test(name)
    )
    .map(({ name }) => name).sort();
  const texts = await Promise.all(
    names.map((name) => Deno.readTextFile(join(directory, name))),
  );
  return texts.join("\n");
}

/** Returns a CycloneDX 1.6 document. It names no time, so that equal releases have equal bills. */
export function cycloneDx(packages: readonly ShippedPackage[]): object {
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": "twoflat",
        name: "twoflat",
        version: VERSION,
        licenses: [{ license: { id: "MIT" } }],
      },
    },
    components: [
      {
        type: "platform",
        "bom-ref": "deno",
        name: "deno",
        version: Deno.version.deno,
        purl: `pkg:github/denoland/deno@v${Deno.version.deno}`,
        licenses: [{ license: { id: "MIT" } }],
      },
      ...packages.map(({ name, version, sha512, license }) => {
        const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
        return {
          type: "library",
          "bom-ref": purl,
          name,
          version,
          purl,
          hashes: [{ alg: "SHA-512", content: sha512 }],
          licenses: [{ expression: license }],
        };
      }),
    ],
  };
}

/** Writes both files into a directory, which must exist. */
export async function writeBill(directory: string): Promise<void> {
  const packages = await shippedPackages();
  await Deno.writeTextFile(
    join(directory, "twoflat.cdx.json"),
    `${JSON.stringify(cycloneDx(packages), null, 2)}\n`,
  );
  const licenses = packages.map(({ name, version, license, text }) =>
    `${name} ${version}: ${license}\n\n${
      text.trim() || "The package holds no text of its license."
    }\n`
  );
  await Deno.writeTextFile(
    join(directory, "twoflat.licenses.txt"),
    licenses.join(`\n${"-".repeat(80)}\n\n`),
  );
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { out: { type: "string", default: join(ROOT, "dist") } },
  });
  await Deno.mkdir(values.out, { recursive: true });
  await writeBill(values.out);
  console.log(`${values.out}: twoflat.cdx.json and twoflat.licenses.txt`);
}
