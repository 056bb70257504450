import { setTimeout as delay } from "node:timers/promises";
import { Fault } from "../../../contracts/errors.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import {
  claimSource,
  releaseClaim,
  renewClaim,
  type SourceClaim,
} from "../../store/listings/claim.ts";
import {
  allRows,
  readPosition,
  readRows,
  type RowWrite,
  writeRows,
} from "../../store/listings/rows.ts";
import type { ListingStatus } from "../listing.ts";
import { listingId } from "../listing_id.ts";
import { matchParcel, type ParcelMatch } from "../matching/match_parcel.ts";
import { applyRemoval, applyReport } from "./apply_report.ts";
import type { ListingReport, SourceRecord } from "./report.ts";
import type { StoredRow } from "./stored_listing.ts";

/** What a source's records came to. */
export interface WriteCounts {
  added: number;
  changed: number;
  removed: number;
  /** As stored already. */
  unchanged: number;
  /** Older than what is stored. */
  outdated: number;
  rejected: number;
}

/** A record that was not taken. */
export interface Rejection {
  /** The source's key, or the line of a file. */
  readonly record: string;
  readonly reason: string;
}

/** What a writer writes to, and as whom. */
export interface WriterOptions {
  /** Name of the feed or file. */
  readonly source: string;
  /** Whether a license lets everyone see its listings. */
  readonly licensed: boolean;
  /** Epoch milliseconds; default the clock's. */
  readonly now?: () => number;
  readonly signal?: AbortSignal;
}

/** Price and status of a listing. */
export interface Offer {
  readonly price: number;
  readonly status: ListingStatus;
}

/** What a report did to a listing. */
export interface ListingChange {
  /** Identifier of the listing. */
  readonly id: string;
  readonly address: string | null;
  /** Null for a listing that is new. */
  readonly was: Offer | null;
  readonly is: Offer;
}

/** Changes and rejections told one by one; beyond these they are counted. */
const MOST_TOLD = 1_000;

/** Writes what one source reports into the store, as the only process that does. */
export class SourceWriter implements AsyncDisposable {
  readonly counts: WriteCounts = {
    added: 0,
    changed: 0,
    removed: 0,
    unchanged: 0,
    outdated: 0,
    rejected: 0,
  };
  readonly rejections: Rejection[] = [];
  readonly changes: ListingChange[] = [];
  readonly #kv: Deno.Kv;
  readonly #snapshot: SnapshotData;
  readonly #options: Required<Omit<WriterOptions, "signal">>;
  readonly #claim: SourceClaim;

  private constructor(
    kv: Deno.Kv,
    snapshot: SnapshotData,
    options: Required<Omit<WriterOptions, "signal">>,
    claim: SourceClaim,
  ) {
    this.#kv = kv;
    this.#snapshot = snapshot;
    this.#options = options;
    this.#claim = claim;
  }

  /** Returns a writer that has the source for itself, or when another process's claim ends, epoch milliseconds. */
  static async tryOpen(
    kv: Deno.Kv,
    snapshot: SnapshotData,
    { source, licensed, now = Date.now }: WriterOptions,
  ): Promise<SourceWriter | { readonly heldUntil: number }> {
    const claim = await claimSource(kv, source, now());
    return "heldUntil" in claim
      ? claim
      : new SourceWriter(kv, snapshot, { source, licensed, now }, claim);
  }

  /**
   * Returns a writer once the source is free: the claim of a process that died ends by itself.
   *
   * @throws {Fault} `busy` when another process keeps it
   */
  static async open(
    kv: Deno.Kv,
    snapshot: SnapshotData,
    options: WriterOptions,
  ): Promise<SourceWriter> {
    const { source, signal } = options;
    for (let renewals = 0, last = 0; renewals < 2;) {
      const writer = await SourceWriter.tryOpen(kv, snapshot, options);
      if (writer instanceof SourceWriter) return writer;
      if (last !== 0 && writer.heldUntil > last) renewals++;
      last = writer.heldUntil;
      const wait = Math.min(1_000, writer.heldUntil - Date.now() + 10);
      await delay(Math.max(50, wait), undefined, { signal });
    }
    throw new Fault("busy", `another process is writing ${source} just now`);
  }

  /** Returns where the source's replication stands; null before the first. */
  position<P>(): Promise<P | null> {
    return readPosition<P>(this.#kv, this.#claim.source);
  }

  /**
   * Writes records and, with them, the position that they lead to.
   *
   * @param position left as it is when undefined
   * @throws {Fault} `conflict` when another process has taken the source over
   */
  async write(
    records: readonly SourceRecord[],
    position?: unknown,
  ): Promise<void> {
    const { source, now } = this.#options;
    const keys = new Set(records.flatMap(keyOf));
    const known = await readRows<StoredRow>(this.#kv, source, [...keys]);
    const writes = new Map<string, RowWrite<StoredRow>>();
    for (const record of records) {
      if (record.kind === "rejected") {
        this.reject(record.key ?? "a record without key", record.reason);
        continue;
      }
      const [key] = keyOf(record);
      const stored = known.get(key) ?? null;
      const row = record.kind === "gone"
        ? this.#remove(stored, key, record.at)
        : this.#apply(stored, record);
      if (row === null) continue;
      known.set(key, row);
      const unmatched = row.kind === "listing" && row.match.pin === null
        ? row.match.reason
        : null;
      writes.set(key, { key, row, unmatched });
    }
    if (writes.size === 0 && position === undefined) return;
    const rows = [...writes.values()];
    await writeRows(this.#kv, this.#claim, rows, position, now);
  }

  /** Counts a record that was not taken. */
  reject(record: string, reason: string): void {
    this.counts.rejected++;
    if (this.rejections.length < MOST_TOLD) {
      this.rejections.push({ record, reason });
    }
  }

  /**
   * Gives a listing the parcel that a person names, whatever its address says; later reports keep
   * it. Without one it is matched as others are.
   *
   * @throws {Fault} `not_found` for an unknown listing
   */
  async assign(key: string, pin: string | null): Promise<ParcelMatch> {
    const { source, now } = this.#options;
    const row = (await readRows<StoredRow>(this.#kv, source, [key])).get(key);
    if (row?.kind !== "listing") {
      throw new Fault("not_found", `there is no listing ${key} of ${source}`, {
        field: "listing",
        expected:
          "the identifier of a listing, as `listings unmatched` shows it",
      });
    }
    const { assigned: _, ...rest } = row;
    const match = matchParcel(this.#snapshot, row.report, pin ?? undefined);
    const next: StoredRow = {
      ...rest,
      ...(pin !== null && { assigned: pin }),
      match,
      matchedOn: this.#snapshot.id,
    };
    const unmatched = match.pin === null ? match.reason : null;
    const writes = [{ key, row: next, unmatched }];
    await writeRows(this.#kv, this.#claim, writes, undefined, now);
    return match;
  }

  /** Matches the listings again that were matched on another snapshot, or not at all there. */
  async rematch(): Promise<void> {
    const { source } = this.#options;
    let batch: SourceRecord[] = [];
    for await (const row of allRows<StoredRow>(this.#kv, source)) {
      if (row.kind !== "listing" || row.matchedOn === this.#snapshot.id) {
        continue;
      }
      batch.push({ kind: "listing", report: row.report });
      if (batch.length === 200) {
        await this.write(batch);
        batch = [];
      }
    }
    await this.write(batch);
  }

  /** Reads the keys of the listings that are stored. */
  async *keys(): AsyncGenerator<string> {
    const { source } = this.#options;
    for await (const row of allRows<StoredRow>(this.#kv, source)) {
      if (row.kind === "listing") yield row.report.key;
    }
  }

  /** Tells other processes that this one is at work. Returns false when the source was taken over. */
  renew(): Promise<boolean> {
    return renewClaim(this.#kv, this.#claim, this.#options.now());
  }

  /** Lets others write the source. */
  async [Symbol.asyncDispose](): Promise<void> {
    await releaseClaim(this.#kv, this.#claim);
  }

  #apply(
    stored: StoredRow | null,
    { report }: Extract<SourceRecord, { kind: "listing" }>,
  ): StoredRow | null {
    const { source, licensed, now } = this.#options;
    const applied = applyReport(stored, report, {
      source,
      licensed,
      snapshot: this.#snapshot.id,
      now: now(),
      match: (place, assigned) => matchParcel(this.#snapshot, place, assigned),
    });
    this.counts[applied.effect === "new" ? "added" : applied.effect]++;
    if (!("row" in applied)) return null;
    if (this.changes.length < MOST_TOLD) {
      this.changes.push({
        id: listingId(source, report.key),
        address: report.address,
        was: stored?.kind === "listing" ? offerOf(stored.report) : null,
        is: offerOf(report),
      });
    }
    return applied.row;
  }

  #remove(
    stored: StoredRow | null,
    key: string,
    at: number | null,
  ): StoredRow | null {
    const gone = applyRemoval(stored, this.#options.source, key, at);
    this.counts[gone ? "removed" : "unchanged"]++;
    return gone;
  }
}

function offerOf({ listPrice, status }: ListingReport): Offer {
  return { price: listPrice, status };
}

function keyOf(record: SourceRecord): string[] {
  switch (record.kind) {
    case "listing":
      return [record.report.key];
    case "gone":
      return [record.key];
    case "rejected":
      return [];
  }
}
