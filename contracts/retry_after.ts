/**
 * Returns the milliseconds that a `Retry-After` header asks for, in seconds or as an HTTP date;
 * undefined without a readable one. Source: RFC 9110, section 10.2.3; some servers send decimals.
 *
 * @param now epoch milliseconds
 */
export function retryAfterOf(
  header: string | null,
  now: number,
): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
