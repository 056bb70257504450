import type { MiddlewareHandler } from "@hono/hono";
import { bodyLimit } from "@hono/hono/body-limit";
import { LIMITS } from "../../contracts/constants/limits.ts";
import { Fault } from "../../contracts/errors.ts";

const { body_bytes } = LIMITS;

/**
 * Refuses bodies that are too large. Nearly all declare their length and are let by on that:
 * what else Hono does to find out makes a stream of each body, which is slower to read.
 */
export function sizeLimit(): MiddlewareHandler {
  const measured = bodyLimit({
    maxSize: body_bytes,
    onError: () => {
      throw new Fault("payload_too_large", "the request body is too large", {
        field: "body",
        expected: `at most ${body_bytes} bytes`,
      });
    },
  });
  return function sizeLimit(c, next) {
    const declared = c.req.header("content-length");
    const fits = declared !== undefined && Number(declared) <= body_bytes &&
      c.req.header("transfer-encoding") === undefined;
    return fits ? next() : measured(c, next);
  };
}
