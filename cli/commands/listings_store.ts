import type { SnapshotData } from "../../core/engine/snapshot.ts";
import { openStore } from "../../core/store/open.ts";
import { openContext, settings } from "../context.ts";

/** Returns a subcommand's example, to stand below its options. */
export function example(line: string): string {
  return `\nExamples:\n  $ twoflat listings ${line}`;
}

/** Does work on the snapshot and the store, which are open meanwhile. */
export async function withStore<R>(
  flags: { readonly snapshot?: string },
  work: (kv: Deno.Kv, snapshot: SnapshotData) => Promise<R>,
): Promise<R> {
  const { snapshot } = await openContext(flags);
  using kv = await openStore(settings());
  return await work(kv, snapshot);
}
