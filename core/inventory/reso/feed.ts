import { z } from "zod";
import { Fault } from "../../../contracts/errors.ts";

/** What is special about the servers of a vendor. Source: their published developer pages. */
export interface FeedKind {
  /** Records a page. */
  readonly pageSize: number;
  /** How the page size is asked for: as the standard says, or in `$top`, which some vendors read so. */
  readonly pageBy: "prefer" | "top";
  /** Milliseconds between requests. */
  readonly minInterval: number;
  /** Milliseconds before the last known change that are read again: changes may be published late. */
  readonly overlap: number;
  /** Condition of the first load only. */
  readonly firstFilter?: string;
  /** Whether it takes `$orderby`; one that does not sorts by change anyway. */
  readonly sorts: boolean;
}

/** Kinds of feed that can be named. */
export const FEED_KINDS = {
  standard: {
    pageSize: 500,
    pageBy: "prefer",
    minInterval: 0,
    overlap: 300_000,
    sorts: true,
  },
  mls_grid: {
    pageSize: 1_000,
    pageBy: "top",
    minInterval: 550,
    overlap: 300_000,
    firstFilter: "MlgCanView eq true",
    sorts: false,
  },
  trestle: {
    pageSize: 1_000,
    pageBy: "top",
    minInterval: 550,
    overlap: 300_000,
    sorts: true,
  },
  spark: {
    pageSize: 1_000,
    pageBy: "top",
    minInterval: 300,
    overlap: 1_200_000,
    sorts: true,
  },
  bridge: {
    pageSize: 200,
    pageBy: "top",
    minInterval: 300,
    overlap: 300_000,
    sorts: true,
  },
} as const satisfies Readonly<Record<string, FeedKind>>;

const isSafeUrl = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && url.username === "" &&
    (url.protocol === "https:" ||
      (url.protocol === "http:" &&
        ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname)));
};

const SafeUrl = z.string().refine(
  isSafeUrl,
  "an https URL, or http on this machine",
);

/** The name of an environment variable that holds a secret. */
const SecretName = z.string().regex(/^[A-Z][A-Z0-9_]*$/);

/** A feed, as the operator describes it. */
export const Feed = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/),
  kind: z.enum(
    Object.keys(FEED_KINDS) as [keyof typeof FEED_KINDS],
  ).default("standard"),
  /** The OData service's root. */
  url: SafeUrl,
  auth: z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("bearer"), token_env: SecretName }),
    z.strictObject({
      type: z.literal("client_credentials"),
      token_url: SafeUrl,
      client_id: z.string().min(1),
      client_secret_env: SecretName,
      scope: z.string().optional(),
    }),
  ]).optional(),
  /** The agreement that lets everyone see these listings; without one they stay private. */
  license: z.string().min(3).max(200).optional(),
  /** `OriginatingSystemName` to ask for. */
  originating_system: z.string().min(1).max(80).optional(),
  /** Condition of the first load only, in OData. */
  first_filter: z.string().min(3).max(1_000).optional(),
  replication: z.enum(["auto", "entity_event", "modification_timestamp"])
    .default("auto"),
  media: z.boolean().default(true),
  /** Seconds from one run to the next. */
  every_seconds: z.int().min(2).max(86_400).default(60),
});
/** A feed, as the operator describes it. */
export type Feed = z.infer<typeof Feed>;

const Feeds = z.array(Feed).min(1).max(20)
  .refine(
    (feeds) => new Set(feeds.map(({ name }) => name)).size === feeds.length,
    "names that differ",
  );

/**
 * Reads a file that describes the feeds.
 *
 * @throws {Fault} `invalid_params` with the place in the file and what is expected there
 */
export async function readFeeds(path: string): Promise<readonly Feed[]> {
  let json: unknown;
  try {
    json = JSON.parse(await Deno.readTextFile(path));
  } catch (cause) {
    throw new Fault("invalid_params", `${path} cannot be read as JSON`, {
      field: "TWOFLAT_FEEDS",
      expected: "a JSON file with a list of feeds",
      cause,
    });
  }
  const parsed = Feeds.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Fault(
    "invalid_params",
    `${path}: ${issue.path.join(".") || "the list"}: ${issue.message}`,
    {
      field: "TWOFLAT_FEEDS",
      expected: "a list of feeds as docs/inventory.md describes them",
    },
  );
}
