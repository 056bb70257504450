/** A host as a request may name it: a name or an address, and its port. */
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::\d{1,5})?$/i;

/** A request's target as the runtime gives it: not normalized, and the Host header pasted in as it came. */
const TARGET = /^https?:\/\/([^/?#\\]*)(?:[/?]|$)/i;

/**
 * Decides which host a request is for, the one place that does: the authority of its target, which
 * the Host header, where there is one, must repeat. So a target in absolute form, the `:authority`
 * of HTTP/2 and a Host with a path in it are read alike by the guard, the router and OAuth.
 *
 * @param url the request's, as the runtime gives it
 * @param header the Host header, null when there is none
 * @returns the host in lower case without its port; undefined when it is not clear
 */
export function requestedHost(
  url: string,
  header: string | null,
): string | undefined {
  const authority = TARGET.exec(url)?.[1].toLowerCase();
  if (authority === undefined) return undefined;
  if (header !== null && header.toLowerCase() !== authority) return undefined;
  return AUTHORITY.exec(authority)?.[1];
}
