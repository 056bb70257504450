const REPOSITORY = new URL("../", import.meta.url);

/** Every TypeScript file of the repository, relative paths, sorted. */
export function sourceFiles(): string[] {
  const files: string[] = [];
  const walk = (directory: string) => {
    for (
      const { name, isDirectory } of Deno.readDirSync(
        new URL(directory, REPOSITORY),
      )
    ) {
      if (name.startsWith(".") || name === "node_modules" || name === "dist") {
        continue;
      }
      if (isDirectory) walk(`${directory}${name}/`);
      else if (/\.[cm]?tsx?$/.test(name)) files.push(directory + name);
    }
  };
  walk("./");
  return files.map((file) => file.slice(2)).sort();
}

/** The text of a file of the repository. */
export function sourceOf(path: string): string {
  return Deno.readTextFileSync(new URL(path, REPOSITORY));
}
