import { Fault } from "../../contracts/errors.ts";
import type { OperationContract } from "../../contracts/operation.ts";
import type { Event, EventKind, Happening } from "../../contracts/events.ts";
import type { Stamp } from "../../contracts/envelope.ts";
import type { Mutation, Saved } from "../store/saved/saved.ts";
import { openStore, type StoreLocation } from "../store/open.ts";
import { savedOf } from "../store/saved/saved.ts";
import type { OperationContext } from "./operation.ts";
import type { Principal } from "../access/principal.ts";
import { stampOf } from "./stamp.ts";

export type { EventTail, Follower } from "../store/events/tail.ts";
export type { Saved };

/** The saved items of all owners, in a store. */
export interface SavedItems {
  /** Of a caller; undefined for one without an account. */
  of(principal: Principal): Saved | undefined;
}

/** Saved items in a store. */
export function savedItems(kv: Deno.Kv): SavedItems {
  return {
    of: (principal) =>
      "id" in principal
        ? savedOf(kv, principal.owner, principal.id)
        : undefined,
  };
}

/** Owner and actor of what the person at the command line saves. No account has this id. */
const LOCAL_OWNER = "local";

/** What the person at the command line saved, in a local store that is open only while it is used. */
export function localSaved(location: StoreLocation): Saved {
  async function within<R>(work: (saved: Saved) => Promise<R>): Promise<R> {
    using kv = await openStore(location);
    return await work(savedOf(kv, LOCAL_OWNER, LOCAL_OWNER));
  }
  return {
    mutate: (mutation) => within((saved) => saved.mutate(mutation)),
    page: (kind, limit, after) =>
      within((saved) => saved.page(kind, limit, after)),
    find: (kind, id) => within((saved) => saved.find(kind, id)),
    isMapOpen: () => within((saved) => saved.isMapOpen()),
  };
}

/** The answer of a mutation: its event, with what every answer carries. */
type Mutated<K extends EventKind> = Event<K> & Stamp;

/**
 * Changes what the caller saved and answers with the event of it.
 *
 * @param input the operation's parsed input: what its idempotency key is bound to
 * @throws {Fault} `unauthorized` for a caller without an account
 */
export async function mutate<K extends EventKind>(
  context: OperationContext,
  { name }: OperationContract,
  input: { readonly idempotency_key?: string },
  apply: Mutation<K>["apply"],
): Promise<Mutated<K>> {
  const event = await savedIn(context).mutate({
    request: [name, input],
    idempotencyKey: input.idempotency_key,
    apply,
  });
  return { ...event, ...stampOf(context.snapshot) };
}

/**
 * Tells the caller's open maps something, and answers with the event of it and whether there is one.
 *
 * @throws {Fault} `unauthorized` for a caller without an account
 */
export async function tellMaps<K extends EventKind>(
  context: OperationContext,
  contract: OperationContract,
  input: { readonly idempotency_key?: string },
  happening: Happening<K>,
): Promise<Mutated<K> & { readonly map_open: boolean }> {
  const [event, map_open] = await Promise.all([
    mutate(context, contract, input, () => Promise.resolve(happening)),
    savedIn(context).isMapOpen(),
  ]);
  return { ...event, map_open };
}

/**
 * What the caller saved.
 *
 * @throws {Fault} `unauthorized` for a caller without an account
 */
export function savedIn({ saved }: OperationContext): Saved {
  if (saved) return saved;
  throw new Fault("unauthorized", "saved items and the map need an account", {
    field: "Authorization",
    expected: "Bearer and a key of a Twoflat server",
  });
}
