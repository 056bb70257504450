import { z } from "zod";
import { stamped } from "./envelope.ts";
import type { ErrorCode } from "./errors.ts";
import { PhotoQuery } from "./photo.ts";
import { AuditPage, AuditQuery } from "./audit.ts";
import {
  ChannelList,
  ChannelView,
  DeadLetterList,
  MuteChannel,
  Pinged,
  ReplayDeadLetters,
  Replayed as ReplayedLetters,
  RotateChannel,
  RotatedChannel,
} from "./alerts.ts";
import { Deals, DealsQuery, OperatorState } from "./operator.ts";
import { Report, ReportList, ResolveReport } from "./reports.ts";
import { Replayed } from "./replay.ts";
import { RunReport, RunRequest } from "./runs.ts";
import { Health } from "./health.ts";
import { IssuedKey, IssueKey, KeyPage, KeyView, RotateKey } from "./keys.ts";
import { PageQuery } from "./page.ts";
import { Manifest, ToolCatalog } from "./manifest.ts";
import { EventsQuery, SentEvent } from "./events.ts";
import {
  REMOVED,
  SAVED_ANSWERS,
  SAVED_IDS,
  SAVED_LISTS,
  SavedQuery,
} from "./saved.ts";
import { SAVED_KINDS } from "./saved_items.ts";
import { SessionState, SignIn } from "./session.ts";
import { Usage, UsageQuery } from "./usage.ts";

/** A path of the service that is not an operation, described for the OpenAPI document. */
export interface Endpoint {
  readonly method: "get" | "post" | "delete";
  /** With `{name}` for its parameters. */
  readonly path: string;
  readonly id: string;
  readonly tag: "contracts" | "account" | "operator" | "service";
  readonly summary: string;
  /** Who may call: anybody, callers with a credential, those who may see private state, or the operator. */
  readonly caller: "anyone" | "account" | "owner" | "operator";
  /** Query parameters, and path parameters by their names. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Every field of the body may be left out, and so may the body. */
  readonly bodyOptional?: true;
  readonly status?: 201;
  /** A call repeated with its `Idempotency-Key` answers the same again. */
  readonly isRepeatable?: true;
  /** Media type of the answer, JSON unless set. */
  readonly media?: string;
  /** Answered as not changed to who sends the ETag. */
  readonly revalidated?: true;
  /** Errors besides those of every endpoint of its kind. */
  readonly errors?: readonly ErrorCode[];
  /** Schema of a JSON answer, or of each event of a stream; without it any JSON object. */
  readonly answer?: z.ZodType;
}

const ChannelPath = z.object({
  id: z.string().regex(/^ch_[\w-]{16}$/).describe("channel_id"),
});

const replayEndpoint = (kind: "valuation" | "analysis"): Endpoint => ({
  method: "get",
  path: `/api/${kind}/{id}`,
  id: `replay_${kind}`,
  tag: "service",
  summary: `Compute the answer that a ${kind}_id names again, and compare`,
  caller: "account",
  query: z.object({ id: z.string().describe(`${kind}_id of an answer`) }),
  errors: ["conflict"],
  answer: Replayed,
});

const pictureEndpoints: readonly Endpoint[] = [
  {
    method: "get",
    path: "/api/photo",
    id: "street_photo",
    tag: "service",
    summary: "A street photo at a property of the loaded counties",
    caller: "anyone",
    query: PhotoQuery,
    media: "image/*",
    errors: ["not_found", "upstream_unavailable"],
  },
  {
    method: "get",
    path: "/api/og/{file}",
    id: "share_image",
    tag: "service",
    summary: "A picture of a property, for previews of links to it",
    caller: "anyone",
    query: z.object({
      file: z.string().describe("a property_id and .svg"),
    }),
    media: "image/svg+xml",
    revalidated: true,
  },
];

const operatorEndpoints: readonly Endpoint[] = [
  {
    method: "get",
    path: "/api/state",
    id: "operator_state",
    tag: "operator",
    summary: "Runs, inventory, queues, dead letters and reports at a glance",
    caller: "operator",
    answer: OperatorState,
  },
  {
    method: "get",
    path: "/api/deals",
    id: "operator_deals",
    tag: "operator",
    summary: "The best listings, with the figures that public answers withhold",
    caller: "operator",
    query: DealsQuery,
    answer: Deals,
  },
  {
    method: "get",
    path: "/api/state/reports",
    id: "operator_reports",
    tag: "operator",
    summary: "Values that callers reported as wrong, open ones first",
    caller: "operator",
    query: PageQuery,
    answer: ReportList,
  },
  {
    method: "post",
    path: "/api/state/reports/{id}/resolve",
    id: "resolve_report",
    tag: "operator",
    summary: "Close a report with a note",
    caller: "operator",
    query: z.object({
      id: Report.shape.report_id.describe("report_id"),
    }),
    body: ResolveReport,
    answer: stamped(Report),
  },
  {
    method: "get",
    path: "/api/state/dead-letters",
    id: "operator_dead_letters",
    tag: "operator",
    summary: "Messages of all owners that did not arrive",
    caller: "operator",
    query: PageQuery,
    answer: stamped(DeadLetterList),
  },
  {
    method: "post",
    path: "/api/state/dead-letters/replay",
    id: "operator_replay_dead_letters",
    tag: "operator",
    summary: "Send one dead letter again, or all since a time",
    caller: "operator",
    body: ReplayDeadLetters,
    errors: ["not_found"],
    answer: stamped(ReplayedLetters),
  },
  {
    method: "post",
    path: "/api/run-listings",
    id: "run_listings",
    tag: "operator",
    summary: "Start the daily run now, or one of its steps",
    caller: "operator",
    body: RunRequest,
    bodyOptional: true,
    answer: stamped(RunReport),
  },
];

/** Every path below `/api`, and the manifest, that is not an operation. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: "get",
    path: "/api/health",
    id: "health",
    tag: "service",
    summary: "The service's status, snapshot and last daily run",
    caller: "anyone",
    answer: Health,
  },
  {
    method: "get",
    path: "/mcp/v2/manifest",
    id: "manifest",
    tag: "contracts",
    summary: "Every tool under every name, deprecated ones flagged",
    caller: "anyone",
    answer: Manifest,
  },
  {
    method: "get",
    path: "/api/mcp-tools",
    id: "mcp_tools",
    tag: "contracts",
    summary: "Current tools for function-calling APIs",
    caller: "anyone",
    answer: stamped(ToolCatalog),
  },
  {
    method: "get",
    path: "/api/openapi.json",
    id: "openapi",
    tag: "contracts",
    summary: "This document",
    caller: "anyone",
  },
  {
    method: "get",
    path: "/api/contracts/{contract}.json",
    id: "contract",
    tag: "contracts",
    summary: "A contract as JSON Schema",
    caller: "anyone",
    media: "application/schema+json",
  },
  {
    method: "get",
    path: "/api/session",
    id: "session",
    tag: "account",
    summary: "Whether this browser is signed in, and what it may do",
    caller: "anyone",
    answer: stamped(SessionState),
  },
  {
    method: "post",
    path: "/api/session",
    id: "sign_in",
    tag: "account",
    summary:
      "Sign this browser in with a key: a cookie that scripts cannot read",
    caller: "anyone",
    body: SignIn,
    errors: ["unauthorized"],
    answer: stamped(SessionState),
  },
  {
    method: "delete",
    path: "/api/session",
    id: "sign_out",
    tag: "account",
    summary: "Sign this browser out",
    caller: "anyone",
    answer: stamped(SessionState),
  },
  {
    method: "get",
    path: "/api/me/usage",
    id: "my_usage",
    tag: "account",
    summary: "Usage of the caller's account",
    caller: "owner",
    query: UsageQuery,
    answer: stamped(Usage),
  },
  {
    method: "get",
    path: "/api/me/audit",
    id: "my_audit",
    tag: "account",
    summary: "What the caller's account did, newest first",
    caller: "owner",
    query: AuditQuery,
    answer: stamped(AuditPage),
  },
  {
    method: "get",
    path: "/api/me/keys",
    id: "my_keys",
    tag: "account",
    summary: "The caller's keys, newest first",
    caller: "account",
    query: PageQuery,
    answer: stamped(KeyPage),
  },
  ...SAVED_KINDS.map((kind): Endpoint => ({
    method: "get",
    path: `/api/me/${kind}`,
    id: `my_${kind}`,
    tag: "account",
    summary: `The caller's ${kind}`,
    caller: "owner",
    query: SavedQuery,
    answer: SAVED_LISTS[kind],
  })),
  ...SAVED_KINDS.map((kind): Endpoint => ({
    method: "get",
    path: `/api/me/${kind}/{id}`,
    id: `my_${kind}_item`,
    tag: "account",
    summary: `One of the caller's ${kind}`,
    caller: "owner",
    query: z.object({ id: SAVED_IDS[kind] }),
    answer: SAVED_ANSWERS[kind],
  })),
  ...SAVED_KINDS.map((kind): Endpoint => ({
    method: "delete",
    path: `/api/me/${kind}/{id}`,
    id: `remove_${kind}_item`,
    tag: "account",
    summary: `Remove one of the caller's ${kind}`,
    caller: "owner",
    query: z.object({ id: SAVED_IDS[kind] }),
    answer: REMOVED[kind],
  })),
  {
    method: "get",
    path: "/api/me/channels",
    id: "my_channels",
    tag: "account",
    summary: "The caller's alert channels",
    caller: "owner",
    query: PageQuery,
    answer: stamped(ChannelList),
  },
  {
    method: "post",
    path: "/api/me/channels/{id}/rotate",
    id: "rotate_channel",
    tag: "account",
    summary: "A new signing secret for a webhook; the old one overlaps",
    caller: "owner",
    query: ChannelPath,
    body: RotateChannel,
    bodyOptional: true,
    answer: stamped(RotatedChannel),
  },
  {
    method: "post",
    path: "/api/me/channels/{id}/test",
    id: "test_channel",
    tag: "account",
    summary: "Send a test message by a channel",
    caller: "owner",
    query: ChannelPath,
    answer: stamped(Pinged),
  },
  {
    method: "post",
    path: "/api/me/channels/{id}/mute",
    id: "mute_channel",
    tag: "account",
    summary: "Mute a channel for some hours",
    caller: "owner",
    query: ChannelPath,
    body: MuteChannel,
    answer: stamped(ChannelView),
  },
  {
    method: "post",
    path: "/api/me/channels/{id}/enable",
    id: "enable_channel",
    tag: "account",
    summary: "Switch a disabled channel on again",
    caller: "owner",
    query: ChannelPath,
    answer: stamped(ChannelView),
  },
  {
    method: "get",
    path: "/api/me/dead-letters",
    id: "my_dead_letters",
    tag: "account",
    summary: "Messages that did not arrive after all attempts",
    caller: "owner",
    query: PageQuery,
    answer: stamped(DeadLetterList),
  },
  {
    method: "post",
    path: "/api/me/dead-letters/replay",
    id: "replay_dead_letters",
    tag: "account",
    summary: "Send dead letters again: one, or those since a time",
    caller: "owner",
    body: ReplayDeadLetters,
    errors: ["not_found"],
    answer: stamped(ReplayedLetters),
  },
  {
    method: "get",
    path: "/api/events",
    id: "events",
    tag: "account",
    summary:
      "The caller's event log as server-sent events; id is the seq, Last-Event-ID resumes after it",
    caller: "owner",
    query: EventsQuery,
    media: "text/event-stream",
    answer: SentEvent,
  },
  {
    method: "post",
    path: "/api/me/keys/{id}/rotate",
    id: "rotate_my_key",
    tag: "account",
    summary: "Give one of the caller's keys a new secret",
    caller: "account",
    body: RotateKey,
    bodyOptional: true,
    answer: stamped(IssuedKey),
  },
  {
    method: "post",
    path: "/api/me/keys/{id}/revoke",
    id: "revoke_my_key",
    tag: "account",
    summary: "Revoke one of the caller's keys",
    caller: "account",
    answer: stamped(KeyView),
  },
  replayEndpoint("valuation"),
  replayEndpoint("analysis"),
  ...pictureEndpoints,
  ...operatorEndpoints,
  {
    method: "post",
    path: "/api/keys",
    id: "issue_key",
    tag: "operator",
    summary: "Issue a key",
    caller: "operator",
    body: IssueKey,
    status: 201,
    isRepeatable: true,
    answer: stamped(IssuedKey),
  },
  {
    method: "get",
    path: "/api/keys",
    id: "list_keys",
    tag: "operator",
    summary: "Every key, newest first",
    caller: "operator",
    query: PageQuery,
    answer: stamped(KeyPage),
  },
  {
    method: "get",
    path: "/api/keys/{id}",
    id: "find_key",
    tag: "operator",
    summary: "One key",
    caller: "operator",
    answer: stamped(KeyView),
  },
  {
    method: "post",
    path: "/api/keys/{id}/rotate",
    id: "rotate_key",
    tag: "operator",
    summary: "Give a key a new secret",
    caller: "operator",
    body: RotateKey,
    bodyOptional: true,
    answer: stamped(IssuedKey),
  },
  {
    method: "post",
    path: "/api/keys/{id}/revoke",
    id: "revoke_key",
    tag: "operator",
    summary: "End a key",
    caller: "operator",
    answer: stamped(KeyView),
  },
  {
    method: "get",
    path: "/api/keys/{id}/usage",
    id: "key_usage",
    tag: "operator",
    summary: "Usage of a key",
    caller: "operator",
    query: UsageQuery,
    answer: stamped(Usage),
  },
  {
    method: "get",
    path: "/api/keys/{id}/audit",
    id: "key_audit",
    tag: "operator",
    summary: "What a key did, newest first",
    caller: "operator",
    query: AuditQuery,
    answer: stamped(AuditPage),
  },
];
