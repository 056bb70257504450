import { LRUCache } from "lru-cache";

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

/** Networks remembered for having asked for something. */
const KNOWN = 10_000;

/** What a connection is doing. */
type Phase = "silent" | "idle" | "working" | "answering" | "streaming";

/** Phases whose connections give way to a newcomer, the first to go first. */
const GIVES_WAY: readonly Phase[] = ["silent", "idle", "working", "answering"];

/** Ends a connection. */
export interface Ends {
  /** At once. */
  close(): void;
  /** Once its requests are answered, those too that have come and are not known of yet. */
  shutdown(): void;
}

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
  readonly ends: Ends;
  /** Has been asked to end after its requests. */
  isEnding: boolean;
  phase: Phase;
  /** When the phase began, milliseconds. */
  since: number;
  /** Requests by what they are at: HTTP/2 has several at a time. */
  readonly requests: Record<"working" | "answering" | "streaming", number>;
}

/** Keeps count of a server's connections. Does no input or output itself. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #now: () => number;
  readonly #all = new Set<Entry>();
  readonly #byNetwork = new Map<string, Set<Entry>>();
  /** In the order in which they entered their phase. */
  readonly #byPhase: Readonly<Record<Phase, Set<Entry>>> = {
    silent: new Set(),
    idle: new Set(),
    working: new Set(),
    answering: new Set(),
    streaming: new Set(),
  };
  /** Networks that have asked for something. */
  readonly #known = new LRUCache<string, true>({ max: KNOWN });
  #total: number;

  /** @param now milliseconds of any clock that does not go back */
  constructor(limits: ConnectionLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#total = limits.total;
  }

  /** How many there are. */
  get size(): number {
    return this.#all.size;
  }

  /**
   * Takes a connection in. When there are too many, one is closed for it, before all others one of a
   * network that has never asked for anything: the one that has been silent longest. Where none has
   * been so for a second, one of the network that has most is, the one that has waited longest for
   * its client: silent ones, then idle, then slow ones.
   *
   * @param network what the client is counted as
   * @param trusted a proxy: neither counted by network nor closed
   * @returns undefined when every other connection is in use
   */
  admit(
    network: string,
    trusted: boolean,
    ends: Ends,
  ): Connected | undefined {
    const others = this.#byNetwork.get(network);
    if (!trusted && others && others.size >= this.#limits.perNetwork) {
      if (!this.#closeOneOf(others)) return undefined;
    }
    if (this.#all.size >= this.#total && !this.#makeRoom()) return undefined;
    const entry: Entry = {
      network,
      trusted,
      ends,
      isEnding: false,
      phase: "silent",
      since: this.#now(),
      requests: { working: 0, answering: 0, streaming: 0 },
    };
    this.#all.add(entry);
    this.#byPhase.silent.add(entry);
    const same = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, same.add(entry));
    return {
      requested: () => this.#request(entry),
      ended: () => this.#forget(entry),
    };
  }

  /** Keeps fewer connections from now on, for when files run out: a tenth fewer than there are. */
  lower(): void {
    this.#total = Math.max(LEAST, Math.floor(this.#all.size * 0.9));
    while (this.#all.size > this.#total && this.#makeRoom());
  }

  /** Closes what has waited for longer than it may. */
  sweep(): void {
    const { firstRequest, idle, request, answer } = this.#limits;
    const longest: Readonly<Record<Phase, number>> = {
      silent: firstRequest,
      idle,
      working: request,
      answering: answer,
      streaming: Infinity,
    };
    for (const [phase, entries] of Object.entries(this.#byPhase)) {
      const oldest = this.#now() - longest[phase as Phase];
      for (const entry of entries) {
        if (entry.since > oldest) break;
        if (entry.trusted && phase !== "working") continue;
        if (phase === "idle" && !entry.isEnding) this.#shutdown(entry);
        else this.#end(entry);
      }
    }
  }

  #request(entry: Entry): Requested {
    let at: keyof Entry["requests"] | undefined = "working";
    const move = (to: typeof at) => {
      if (at === undefined) return;
      entry.requests[at]--;
      at = to;
      if (at) entry.requests[at]++;
      this.#updatePhase(entry);
    };
    entry.requests.working++;
    this.#known.set(entry.network, true);
    this.#updatePhase(entry);
    return {
      answering: (isStream) => move(isStream ? "streaming" : "answering"),
      answered: () => move(undefined),
    };
  }

  /** A connection is at what the least advanced of its requests is at. */
  #updatePhase(entry: Entry): void {
    if (!this.#all.has(entry)) return;
    const phase = (["working", "answering", "streaming"] as const)
      .find((phase) => entry.requests[phase] > 0) ?? "idle";
    this.#byPhase[entry.phase].delete(entry);
    entry.phase = phase;
    entry.since = this.#now();
    this.#byPhase[phase].add(entry);
  }

  #forget(entry: Entry): void {
    if (!this.#all.delete(entry)) return;
    this.#byPhase[entry.phase].delete(entry);
    const others = this.#byNetwork.get(entry.network)!;
    others.delete(entry);
    if (others.size === 0) this.#byNetwork.delete(entry.network);
  }

  #end(entry: Entry): void {
    this.#forget(entry);
    entry.ends.close();
  }

  /** Ends an idle connection so that a request on its way is answered; at once when that takes as long again. */
  #shutdown(entry: Entry): void {
    entry.isEnding = true;
    entry.since = this.#now();
    this.#byPhase.idle.delete(entry);
    this.#byPhase.idle.add(entry);
    entry.ends.shutdown();
  }

  #givesWay({ trusted, phase, since }: Entry): boolean {
    if (trusted || phase === "streaming") return false;
    return phase === "silent" || phase === "idle" ||
      this.#now() - since >= this.#limits.slow;
  }

  /** Closes the one of a network's connections that is first to give way. */
  #closeOneOf(network: ReadonlySet<Entry>): boolean {
    let first: Entry | undefined;
    for (const entry of network) {
      if (!this.#givesWay(entry)) continue;
      if (!first || isBefore(entry, first)) first = entry;
    }
    if (first) this.#end(first);
    return first !== undefined;
  }

  /**
   * Closes a connection of a network that has never asked for anything, else of any. So callers
   * keep theirs beside many silent ones, even when the server is too busy to hear what they ask.
   */
  #makeRoom(): boolean {
    return this.#closeOneWhere((network) => !this.#known.has(network)) ||
      this.#closeOneWhere(() => true);
  }

  /**
   * Closes the connection that has been silent for a second and longest, else one of the network
   * that has most, else of any.
   */
  #closeOneWhere(isMeant: (network: string) => boolean): boolean {
    const longAgo = this.#now() - 1_000;
    for (const entry of this.#byPhase.silent) {
      if (entry.since > longAgo) break;
      if (entry.trusted || !isMeant(entry.network)) continue;
      this.#end(entry);
      return true;
    }
    let largest: ReadonlySet<Entry> = new Set();
    for (const [network, entries] of this.#byNetwork) {
      if (entries.size > largest.size && isMeant(network)) largest = entries;
    }
    if (largest.size > 1 && this.#closeOneOf(largest)) return true;
    for (const phase of GIVES_WAY) {
      for (const entry of this.#byPhase[phase]) {
        if (!this.#givesWay(entry) || !isMeant(entry.network)) continue;
        this.#end(entry);
        return true;
      }
    }
    return false;
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.phase === other.phase
    ? one.since < other.since
    : GIVES_WAY.indexOf(one.phase) < GIVES_WAY.indexOf(other.phase);
}
