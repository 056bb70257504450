import type { Context } from "@hono/hono";
import { isJsonContentType } from "@modelcontextprotocol/server";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import type { JsonSchema } from "../../core/schema/schema_text.ts";
import { parseJson } from "../../core/schema/json.ts";
import type { RouteEnv } from "../service.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a request's JSON body, strictly. The size is limited before, by middleware.
 *
 * @throws {Fault} `unsupported_media_type` unless it says it is plain JSON, `invalid_params`
 * unless it is
 */
export async function readJson(request: Request): Promise<unknown> {
  if (!isJsonContentType(request.headers.get("content-type"))) {
    throw new Fault("unsupported_media_type", "the body must be JSON", {
      field: "Content-Type",
      expected: "application/json",
    });
  }
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity") {
    throw new Fault(
      "unsupported_media_type",
      "the body must not be compressed",
      {
        field: "Content-Encoding",
        expected: "identity",
      },
    );
  }
  return parseJson(decode(await readWhole(request)));
}

/**
 * A mutation's input: its JSON body, with the key of the header `Idempotency-Key` where the
 * input takes one.
 *
 * @throws {Fault} as `readJson`; `invalid_params` when body and header name different keys
 */
export async function readMutation(
  request: Request,
  { properties = {} }: JsonSchema,
): Promise<unknown> {
  const body = await readJson(request);
  const key = request.headers.get("idempotency-key");
  if (
    key === null || !Object.hasOwn(properties, "idempotency_key") ||
    typeof body !== "object" || body === null || Array.isArray(body)
  ) return body;
  if ("idempotency_key" in body && body.idempotency_key !== key) {
    throw invalidParams("idempotency_key", "the same as in the header");
  }
  return { ...body, idempotency_key: key };
}

/** Reads a JSON body whose fields are all optional: it may be left out. */
export async function optionalJson(c: Context<RouteEnv>): Promise<unknown> {
  const empty = c.req.raw.body === null ||
    c.req.header("content-length") === "0";
  return empty ? {} : await readJson(c.req.raw);
}

async function readWhole(request: Request): Promise<ArrayBuffer> {
  try {
    return await request.arrayBuffer();
  } catch (cause) {
    // The connection broke or the framing is wrong: the caller's doing, not a defect.
    throw new Fault("invalid_params", "the body is incomplete", {
      field: "body",
      expected: "valid JSON",
      cause,
    });
  }
}

function decode(bytes: ArrayBuffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw invalidParams("body", "JSON in UTF-8", "the body is not valid UTF-8");
  }
}
