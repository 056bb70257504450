import { isLoopback } from "../../../contracts/oauth.ts";

/**
 * Whether a request's redirect URI is one that the client has named: exactly, but for the port
 * of a program on the person's own machine, which takes any free one (RFC 8252, section 7.3).
 */
export function matchesRedirect(named: string, asked: string): boolean {
  if (named === asked) return true;
  return URL.canParse(asked) && isLoopback(new URL(named)) &&
    isLoopback(new URL(asked)) &&
    withoutPort(named) === withoutPort(asked);
}

function withoutPort(uri: string): string {
  return uri.replace(
    /^(http:\/\/(?:\[::1\]|[^:/?#]*))(:\d{1,5})?(?=[/?]|$)/,
    "$1",
  );
}
