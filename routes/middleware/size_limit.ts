import type { MiddlewareHandler } from "@hono/hono";
import { bodyLimit } from "@hono/hono/body-limit";
import { LIMITS } from "../../contracts/constants/limits.ts";
import { Fault } from "../../contracts/errors.ts";

/** Refuses bodies that are too large for their path. */
export function sizeLimit(): MiddlewareHandler {
  const usual = upTo(LIMITS.body_bytes);
  const imports = upTo(LIMITS.import_bytes);
  return function sizeLimit(c, next) {
    return c.req.path === "/api/me/import" ? imports(c, next) : usual(c, next);
  };
}

/**
 * Refuses bodies of more bytes. Nearly all declare their length and are let by on that:
 * what else Hono does to find out makes a stream of each body, which is slower to read.
 */
function upTo(most: number): MiddlewareHandler {
  const measured = bodyLimit({
    maxSize: most,
    onError: () => {
      throw new Fault("payload_too_large", "the request body is too large", {
        field: "body",
        expected: `at most ${most} bytes`,
      });
    },
  });
  return function upTo(c, next) {
    const declared = c.req.header("content-length");
    const fits = declared !== undefined && Number(declared) <= most &&
      c.req.header("transfer-encoding") === undefined;
    return fits ? next() : measured(c, next);
  };
}
