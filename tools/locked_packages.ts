/** A package of a lock file. */
interface LockedPackage {
  /** `sha512-` and the base64 digest of the package's archive. */
  readonly integrity: string;
  /** Names or keys of packages. */
  readonly dependencies?: readonly string[];
  readonly optionalDependencies?: readonly string[];
}

/** What a `deno.json` imports, as `npm:zod@4.6.7`. */
interface Dependencies {
  readonly dependencies: readonly string[];
}

/** A lock file of Deno, version 5: only what is read here. */
export interface Lock {
  /** What is asked for, as `npm:zod@4.6.7`, and the version with its peers. */
  readonly specifiers: Readonly<Record<string, string>>;
  /** By `name@version`, with `_peer@version` for each peer. */
  readonly npm: Readonly<Record<string, LockedPackage>>;
  readonly workspace: Dependencies & {
    readonly members: Readonly<Record<string, Dependencies>>;
  };
}

/** Returns a lock file at the root. */
export async function readLock(
  name: "deno.lock" | "product.lock",
): Promise<Lock> {
  return JSON.parse(
    await Deno.readTextFile(new URL(`../${name}`, import.meta.url)),
  );
}

/**
 * Returns a lock file with only the packages that some dependencies need.
 *
 * @param dependencies as `npm:zod@4.6.7`
 * @throws {Error} when the lock does not hold a package
 */
export function withoutUnneeded(
  lock: Lock,
  dependencies: readonly string[],
): Lock {
  const keys = Object.keys(lock.npm);
  const keyOf = (name: string) => {
    if (name in lock.npm) return name;
    const found = keys.find((key) => packageOf(key).name === name) ??
      keys.find((key) => key.startsWith(`${name}_`));
    if (found === undefined) throw new Error(`deno.lock lacks ${name}`);
    return found;
  };
  const needed = new Set<string>();
  const visit = (name: string): void => {
    const key = keyOf(name);
    if (needed.has(key)) return;
    needed.add(key);
    const { dependencies = [], optionalDependencies = [] } = lock.npm[key];
    for (const next of [...dependencies, ...optionalDependencies]) visit(next);
  };
  for (const specifier of dependencies) {
    const { name } = packageOf(specifier.slice("npm:".length));
    visit(`${name}@${lock.specifiers[specifier]}`);
  }
  const only = <T>(entries: Readonly<Record<string, T>>, has: Set<string>) =>
    Object.fromEntries(Object.entries(entries).filter(([key]) => has.has(key)));
  return {
    ...lock,
    specifiers: only(lock.specifiers, new Set(dependencies)),
    npm: only(lock.npm, needed),
  };
}

/** Returns name and version of a package by its key in a lock file, without the peers. */
export function packageOf(
  key: string,
): { readonly name: string; readonly version: string } {
  const [, name, version] = key.match(/^(@?[^@]+)@([^_]+)/) ?? [];
  if (name === undefined) throw new Error(`${key} is no package of a lock`);
  return { name, version };
}
