import { z } from "zod";
import { LIMITS } from "./constants/limits.ts";
import { pageFields } from "./page.ts";
import { RULES } from "./rules.ts";
import { ScopeList } from "./scope.ts";

const limits = LIMITS;

/** The public part of a key: what stands between `svc_` and the secret. */
export const KeyId = z.string().regex(/^[0-9A-Za-z]{8}$/).describe(
  "the eight characters after svc_",
);

/** Body of `POST /api/keys`. */
export const IssueKey = z.object({
  scopes: ScopeList.default("read"),
  rpm_limit: z.int().min(1).max(limits.key_rpm_max).default(
    limits.key_rpm_default,
  ).describe("requests per minute"),
  email: z.email({ pattern: z.regexes.html5Email }).max(254).describe(
    "contact of the key holder",
  ),
  label: z.string().trim().min(1).max(60).optional().describe(
    "the holder's name for the key",
  ).register(RULES, { pattern: String.raw`\S` }),
  expires_in_days: z.int().min(1).max(3650).optional().describe(
    "days until the key expires; without it, the key works until it is revoked",
  ),
}).strict();
/** Body of `POST /api/keys`. */
export type IssueKey = z.infer<typeof IssueKey>;

/** Body of `POST /api/keys/{id}/rotate`. */
export const RotateKey = z.object({
  overlap_seconds: z.int().min(0).max(limits.rotation_overlap_days * 86_400)
    .default(0).describe("how long the old secret keeps working"),
}).strict();
/** Body of `POST /api/keys/{id}/rotate`. */
export type RotateKey = z.infer<typeof RotateKey>;

/** A key as it is listed: everything but its secret, which is not stored. */
export const KeyView = z.object({
  id: KeyId,
  scopes: ScopeList,
  rpm_limit: z.int(),
  email: z.string(),
  label: z.string().nullable(),
  state: z.enum(["live", "expired", "revoked"]),
  created: z.iso.datetime(),
  expires: z.iso.datetime().nullable(),
  revoked: z.iso.datetime().nullable(),
  rotated: z.iso.datetime().nullable().describe("last rotation"),
  old_secret_until: z.iso.datetime().nullable().describe(
    "end of the overlap after a rotation",
  ),
  last_used: z.iso.datetime().nullable().describe("to the minute"),
}).strict();
/** A key as it is listed. */
export type KeyView = z.infer<typeof KeyView>;

/** A new key, or a new secret of an old one: the only time the plaintext is shown. */
export const IssuedKey = KeyView.extend({
  key: z.string().describe("shown once; only its hash is kept"),
}).strict();
/** A new key, or a new secret of an old one. */
export type IssuedKey = z.infer<typeof IssuedKey>;

/** A page of keys, newest first. */
export const KeyPage = z.object({
  keys: z.array(KeyView),
  ...pageFields,
}).strict();
/** A page of keys, newest first. */
export type KeyPage = z.infer<typeof KeyPage>;
