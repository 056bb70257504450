/** How many connections are kept, and for how long. */
export interface ConnectionLimits {
  /** Open at once; well below the process's limit of open files. */
  readonly total: number;
  /** Open at once from one client network. */
  readonly perNetwork: number;
  /** From the connection to its first request, milliseconds. */
  readonly firstRequest: number;
  /** Between requests, milliseconds. */
  readonly idle: number;
  /** From a request's head to the start of its answer, the request's body included, milliseconds. */
  readonly request: number;
  /** For sending an answer that is not a stream of events, milliseconds. */
  readonly answer: number;
  /** After so long a request without an answer may give way to a newcomer, milliseconds. */
  readonly slow: number;
}

/** Limits that suit a hard limit of 1,024 open files, the usual one. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  total: 600,
  perNetwork: 100,
  firstRequest: 10_000,
  idle: 30_000,
  request: 30_000,
  answer: 60_000,
  slow: 2_000,
};

/** Connections that are kept even when files run out. */
const LEAST = 8;

/** What a connection is doing. */
type Phase = "silent" | "idle" | "working" | "answering" | "streaming";

/** Phases whose connections give way to a newcomer, the first to go first. */
const GIVES_WAY: readonly Phase[] = ["silent", "idle", "working", "answering"];

/** A connection that is kept. */
export interface Connected {
  /** A request's head has come. */
  requested(): Requested;
  /** The connection has ended. */
  ended(): void;
}

/** A request on a connection. */
export interface Requested {
  /** Its answer begins. */
  answering(isStream: boolean): void;
  /** Its answer is complete, or given up. */
  answered(): void;
}

interface Entry {
  readonly network: string;
  readonly trusted: boolean;
  readonly close: () => void;
  phase: Phase;
  /** When the phase began, milliseconds. */
  since: number;
  /** Requests by what they are at: HTTP/2 has several at a time. */
  readonly requests: Record<"working" | "answering" | "streaming", number>;
}

/** The connections of a server. Does no input or output itself. */
export interface Connections {
  /**
   * Takes a connection in. When there are too many, one of the network that has most is closed
   * for it, the one that has waited longest for its client: first those that never sent a request,
   * then idle ones, then slow ones. So only the network that holds many loses them.
   *
   * @param network what the client is counted as
   * @param trusted a proxy: neither counted by network nor closed
   * @param close ends the connection
   * @returns undefined when every other connection is in use
   */
  admit(
    network: string,
    trusted: boolean,
    close: () => void,
  ): Connected | undefined;
  /** Keeps fewer connections from now on, for when files run out: a tenth fewer than there are. */
  lower(): void;
  /** Closes what has waited for longer than it may. */
  sweep(): void;
  /** How many there are. */
  readonly size: number;
}

/**
 * Keeps count of connections.
 *
 * @param now milliseconds of any clock that does not go back
 */
export function connections(
  limits: ConnectionLimits,
  now: () => number,
): Connections {
  let { total } = limits;
  const all = new Set<Entry>();
  const byNetwork = new Map<string, Set<Entry>>();
  /** In the order in which they entered their phase. */
  const byPhase: Record<Phase, Set<Entry>> = {
    silent: new Set(),
    idle: new Set(),
    working: new Set(),
    answering: new Set(),
    streaming: new Set(),
  };
  const longest: Record<Phase, number> = {
    silent: limits.firstRequest,
    idle: limits.idle,
    working: limits.request,
    answering: limits.answer,
    streaming: Infinity,
  };

  function enter(entry: Entry, phase: Phase): void {
    byPhase[entry.phase].delete(entry);
    entry.phase = phase;
    entry.since = now();
    byPhase[phase].add(entry);
  }

  /** A connection is at what the least advanced of its requests is at. */
  function settle(entry: Entry): void {
    if (!all.has(entry)) return;
    const at = (["working", "answering", "streaming"] as const)
      .find((phase) => entry.requests[phase] > 0);
    enter(entry, at ?? "idle");
  }

  function forget(entry: Entry): void {
    if (!all.delete(entry)) return;
    byPhase[entry.phase].delete(entry);
    const others = byNetwork.get(entry.network)!;
    others.delete(entry);
    if (others.size === 0) byNetwork.delete(entry.network);
  }

  function end(entry: Entry): void {
    forget(entry);
    entry.close();
  }

  const givesWay = ({ trusted, phase, since }: Entry): boolean =>
    !trusted && phase !== "streaming" &&
    (phase === "silent" || phase === "idle" || now() - since >= limits.slow);

  const before = (one: Entry, other: Entry): boolean =>
    one.phase === other.phase
      ? one.since < other.since
      : GIVES_WAY.indexOf(one.phase) < GIVES_WAY.indexOf(other.phase);

  /** Closes the one of a network's connections that is first to give way. */
  function closeOneOf(network: ReadonlySet<Entry>): boolean {
    let first: Entry | undefined;
    for (const entry of network) {
      if (givesWay(entry) && (!first || before(entry, first))) first = entry;
    }
    if (first) end(first);
    return first !== undefined;
  }

  /** Closes a connection of the network that has most, or else of any. */
  function makeRoom(): boolean {
    let largest: ReadonlySet<Entry> = new Set();
    for (const network of byNetwork.values()) {
      if (network.size > largest.size) largest = network;
    }
    if (largest.size > 1 && closeOneOf(largest)) return true;
    for (const phase of GIVES_WAY) {
      for (const entry of byPhase[phase]) {
        if (!givesWay(entry)) continue;
        end(entry);
        return true;
      }
    }
    return false;
  }

  return {
    admit(network, trusted, close) {
      const others = byNetwork.get(network);
      if (!trusted && others && others.size >= limits.perNetwork) {
        if (!closeOneOf(others)) return undefined;
      }
      if (all.size >= total && !makeRoom()) return undefined;
      const entry: Entry = {
        network,
        trusted,
        close,
        phase: "silent",
        since: now(),
        requests: { working: 0, answering: 0, streaming: 0 },
      };
      all.add(entry);
      byPhase.silent.add(entry);
      const same = byNetwork.get(network) ?? new Set();
      byNetwork.set(network, same.add(entry));
      return {
        requested() {
          let at: keyof Entry["requests"] | undefined = "working";
          const move = (to: typeof at) => {
            if (at === undefined) return;
            entry.requests[at]--;
            at = to;
            if (at) entry.requests[at]++;
            settle(entry);
          };
          entry.requests.working++;
          settle(entry);
          return {
            answering: (isStream) => move(isStream ? "streaming" : "answering"),
            answered: () => move(undefined),
          };
        },
        ended: () => forget(entry),
      };
    },
    lower() {
      total = Math.max(LEAST, Math.floor(all.size * 0.9));
      while (all.size > total && makeRoom());
    },
    sweep() {
      for (const [phase, entries] of Object.entries(byPhase)) {
        const oldest = now() - longest[phase as Phase];
        for (const entry of entries) {
          if (entry.since > oldest) break;
          if (!entry.trusted || phase === "working") end(entry);
        }
      }
    },
    get size() {
      return all.size;
    },
  };
}
