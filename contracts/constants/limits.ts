/** What callers may ask, how often and how much. */
export const LIMITS = {
  anonymous_per_minute: 30,
  /** Calls with a credential that is not good, and calls of paths that do not exist, from one network to one server. */
  refused_per_minute: 30,
  key_rpm_default: 60,
  key_rpm_max: 100_000,
  /** Longest overlap of a key's old and new secret. */
  rotation_overlap_days: 30,
  audit_retention_months: 12,
  /** Ceilings of keys that owners make for themselves. */
  self_serve: {
    rpm: 60,
    live_keys: 3,
    scopes: ["read", "underwrite", "write-state"],
  },
  result_bytes: 60_000,
  body_bytes: 64 * 1024,
  /** Keys of one owner, revoked ones among them. */
  keys_per_owner: 1_000,
  /** Of `POST /api/me/import`: all that a browser kept. */
  import_bytes: 2 * 1024 * 1024,
  page: { legacy: 10, default: 50, max: 200 },
  cost_units: { comps: 5, underwrite: 3, other: 1 },
  deprecation_days: 90,
  /** What an owner may keep, and how long a repeated mutation is known again. */
  saved: {
    items: 10_000,
    bytes: 10_000_000,
    /** Of these kinds fewer than of all. */
    of_kind: { presets: 100, profiles: 200 },
    idempotency_hours: 24,
  },
  /** Server-sent events: how often the log is looked at, a sign of life is sent, how long a reader may read nothing, and how many streams an owner has open on one server. */
  events: {
    poll_ms: 250,
    heartbeat_ms: 15_000,
    stalled_ms: 30_000,
    batch: 100,
    streams: 20,
    /** What is kept of an owner's log: of all events, and of those that only move a map. */
    kept: { events: 10_000, bytes: 10_000_000 },
    kept_of_map: { events: 200, hours: 24 },
  },
} as const;
