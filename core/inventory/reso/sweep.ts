import type { SourceRecord } from "../lifecycle/report.ts";
import { literal, type ResoClient } from "./client.ts";
import type { PropertyQuery } from "./modified.ts";
import { textField } from "./record_fields.ts";
import type { FeedSink } from "./replicate.ts";

/** Removals written at once. */
const BATCH = 200;

/**
 * Compares the keys of a feed with those stored and removes what the feed no longer has. Each
 * missing record is asked for by itself first.
 */
export async function sweepDeleted(
  client: ResoClient,
  sink: FeedSink,
  { always }: PropertyQuery,
): Promise<void> {
  const missing = new Set(await Array.fromAsync(sink.keys()));
  let after: string | null = null;
  for (;;) {
    const conditions: string[] = [
      ...(always === null ? [] : [always]),
      ...(after === null ? [] : [`ListingKey gt ${literal(after)}`]),
    ];
    const { records, next, isFull } = await client.page(
      client.query("Property", {
        select: "ListingKey",
        filter: conditions.join(" and ") || undefined,
        orderby: "ListingKey asc",
      }),
    );
    const keys = records.flatMap((each) =>
      textField(each, "ListingKey", 255) ?? []
    );
    for (const key of keys) missing.delete(key);
    const last = keys.at(-1);
    if ((next === null && !isFull) || last === undefined || last === after) {
      break;
    }
    after = last;
  }
  let gone: SourceRecord[] = [];
  for (const key of missing) {
    if (await client.get("Property", key) !== null) continue;
    gone.push({ kind: "gone", key, at: null });
    if (gone.length === BATCH) {
      await sink.write(gone);
      gone = [];
    }
  }
  await sink.write(gone);
}
