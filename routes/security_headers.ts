import type { MiddlewareHandler } from "@hono/hono";

/**
 * What browsers must not make of an answer. Whether a host is reached by TLS only is for what
 * terminates it to say.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
  "X-Download-Options": "noopen",
  "X-Frame-Options": "SAMEORIGIN",
  "X-Permitted-Cross-Domain-Policies": "none",
  "X-XSS-Protection": "0",
};

/**
 * Gives every answer the security headers; a page that has policies of its own keeps them. Hono's
 * secureHeaders looks at a finished answer, which costs more than to begin with them.
 */
export function securityHeaders(): MiddlewareHandler {
  const headers = Object.entries(SECURITY_HEADERS);
  return function securityHeaders(c, next) {
    for (const [name, value] of headers) c.header(name, value);
    return next();
  };
}
