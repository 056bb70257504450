import { z } from "zod";
import { Scope } from "./scope.ts";

/** Every error the service can answer with, and its HTTP status. The list is closed. */
export const ERROR_STATUS = {
  invalid_params: 400,
  unauthorized: 401,
  forbidden_scope: 403,
  forbidden_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  upstream_unavailable: 502,
  busy: 503,
} as const;

/** A code of the closed error taxonomy. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** RFC 9457 problem details, as every interface sends them. */
export const Problem = z.object({
  type: z.string().describe("URI reference that names the problem type"),
  title: z.string(),
  status: z.int().min(400).max(599),
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  detail: z.string(),
  field: z.string().optional().describe(
    "the input field that is wrong, dotted path",
  ),
  expected: z.string().optional().describe("what the field must hold"),
  candidates: z.array(z.string()).optional().describe(
    "possible readings of an ambiguous input, best first",
  ),
  missing_scopes: z.array(Scope).optional().describe(
    "scopes the call needs and the caller lacks",
  ),
  request_id: z.string(),
}).strict();
/** RFC 9457 problem details, as every interface sends them. */
export type Problem = z.infer<typeof Problem>;

/** What a fault may carry besides its code and message. */
export interface FaultDetails {
  /** Dotted path of the input that is wrong. */
  readonly field?: string;
  /** What the field must hold. */
  readonly expected?: string;
  /** Possible readings of an ambiguous input, best first. */
  readonly candidates?: readonly string[];
  /** Scopes the call needs and the caller lacks. */
  readonly missingScopes?: readonly Scope[];
  readonly cause?: unknown;
}

/** An error a caller can act on. Anything else that is thrown is a defect and is answered as `internal`. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly field?: string;
  readonly expected?: string;
  readonly candidates?: readonly string[];
  readonly missingScopes?: readonly Scope[];

  /**
   * @param code a code of the closed taxonomy
   * @param message one sentence in trusted words; never echo untrusted input unescaped
   */
  constructor(
    readonly code: ErrorCode,
    message: string,
    details: FaultDetails = {},
  ) {
    super(
      message,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.field = details.field;
    this.expected = details.expected;
    this.candidates = details.candidates;
    this.missingScopes = details.missingScopes;
  }

  /** HTTP status of the code. */
  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** The title of each code. */
export const ERROR_TITLES: Readonly<Record<ErrorCode, string>> = {
  invalid_params: "The input is invalid",
  unauthorized: "A valid credential is needed",
  forbidden_scope: "The caller lacks the scope",
  forbidden_origin: "The request names a host or origin that is not allowed",
  not_found: "Not found",
  method_not_allowed: "The method is not allowed here",
  conflict: "The state has changed",
  payload_too_large: "The request body is too large",
  unsupported_media_type: "The content type is not supported",
  idempotency_mismatch: "The idempotency key was used for another request",
  rate_limited: "Too many requests",
  internal: "The service failed",
  upstream_unavailable: "A service this one depends on failed",
  busy: "The service is busy",
};

/** Returns the problem that a caller sees. Anything but a `Fault` becomes `internal`, without its message. */
export function problemOf(error: unknown, requestId: string): Problem {
  const fault = error instanceof Fault
    ? error
    : new Fault("internal", "The request failed; quote the request id.");
  const { code, status, message, field, expected } = fault;
  const { candidates, missingScopes } = fault;
  return {
    type: `/api/contracts/errors.json#${code}`,
    title: ERROR_TITLES[code],
    status,
    code,
    detail: message,
    ...(field !== undefined && { field }),
    ...(expected !== undefined && { expected }),
    ...(candidates !== undefined && { candidates: [...candidates] }),
    ...(missingScopes !== undefined && { missing_scopes: [...missingScopes] }),
    request_id: requestId,
  };
}

/** Returns what an error says; of what was thrown and is no error, its text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns untrusted text for use in a message: quoted, with control characters, quotes and markup
 * escaped, cut at 60 characters.
 */
export function quoteUntrusted(text: string): string {
  const cut = text.length > 60 ? `${text.slice(0, 60)}...` : text;
  return JSON.stringify(cut).replace(
    /[^\x20-\x7e]|[<>&`]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Returns a fault for bad input that names the field and what was expected. */
export function invalidParams(
  field: string,
  expected: string,
  detail?: string,
): Fault {
  return new Fault("invalid_params", detail ?? `${field} must be ${expected}`, {
    field,
    expected,
  });
}

/**
 * Returns what `work` does; a fault of it names its field as the input does.
 *
 * @param pathOf the input's dotted path of a field that `work` knows by its own name
 */
export function withFieldAt<T>(
  pathOf: (field: string) => string,
  work: () => T,
): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Fault) || error.field === undefined) throw error;
    const { code, message, field, ...details } = error;
    throw new Fault(code, message, { ...details, field: pathOf(field) });
  }
}
