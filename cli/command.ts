/** Loading for longer than this is said, milliseconds. */
const SOON_MS = 3_000;

/**
 * Runs a command line and ends the process. What it needs is loaded here, so that a user who
 * waits for the libraries of a first start reads why. In a worker the program only waits for the
 * jobs that its parent posts.
 */
export async function command(args: readonly string[]): Promise<void> {
  if ("WorkerGlobalScope" in globalThis) {
    await import("../core/modeling/worker.ts");
    return;
  }
  const slow = setTimeout(
    () =>
      console.error(
        "loading Twoflat: the first start fetches its libraries, some 40 MB",
      ),
    SOON_MS,
  );
  const [{ program }, { run }] = await Promise.all([
    import("./program.ts"),
    import("./run.ts"),
  ]);
  clearTimeout(slow);
  Deno.exit(await run(program(), args));
}
