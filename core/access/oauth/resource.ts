import { OAuthError } from "../../../contracts/oauth.ts";

/** Paths under which the service may be named as a protected resource (RFC 9728); the first is all of it. */
export const RESOURCE_PATHS = ["", "/mcp", "/mcp/oauth"] as const;

/** `/mcp/oauth` is the same endpoint as `/mcp`. */
const ALIAS = "/mcp/oauth";

/**
 * The resource that an indicator names (RFC 8707), in the form it is kept; the whole service
 * when there is none.
 *
 * @param origin of the service, for example `https://twoflat.example`
 * @throws {OAuthError} `invalid_target` when it is not one of this service
 */
export function resourceOf(
  indicator: string | undefined,
  origin: string,
): string {
  if (indicator === undefined) return origin;
  const canonical = URL.canParse(indicator) && !indicator.includes("#")
    ? new URL(indicator).href.replace(/\/$/, "")
    : undefined;
  const path = RESOURCE_PATHS.find((each) => origin + each === canonical);
  if (path === undefined) {
    throw new OAuthError(
      "invalid_target",
      "resource names no address of this service",
    );
  }
  return path === ALIAS ? `${origin}/mcp` : origin + path;
}

/**
 * The address that a token is for, of a grant for `granted`: what is asked for, which may be
 * narrower (RFC 8707, section 2.2), or all of it.
 *
 * @throws {OAuthError} `invalid_target` when it is neither the grant's nor below it
 */
export function audienceOf(granted: string, asked: string | undefined): string {
  if (asked === undefined) return granted;
  if (covers(granted, asked)) return asked;
  throw new OAuthError("invalid_target", "the grant is for another address");
}

/** Whether a token for `resource` is for what lies at `url`, compared as they are written: the same address, or one below. */
export function covers(resource: string, url: string): boolean {
  return url === resource || url.startsWith(`${resource}/`);
}
