import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Where a caller whose address is unknown is counted. */
const UNKNOWN_ADDRESS = "unknown";

/**
 * Makes a reader of client addresses: the socket's other end, unless that is a trusted proxy;
 * then the nearest address in X-Forwarded-For that is not one. What a client writes there itself
 * stands farther left and is never trusted.
 *
 * @param trusted addresses, and networks as `10.0.0.0/8`
 * @throws {Error} for one that cannot be read
 */
export function clientAddress(
  trusted: readonly string[],
): (peer: string | undefined, forwardedFor: string | undefined) => string {
  const isTrusted = within(trusted);
  return (peer, forwardedFor) => {
    let client = parseAddress(peer);
    if (!client) return UNKNOWN_ADDRESS;
    const hops = forwardedFor?.split(",") ?? [];
    while (hops.length > 0 && isTrusted(client)) {
      const next = parseAddress(withoutPort(hops.pop()!.trim()));
      if (!next) break;
      client = next;
    }
    return client.toString();
  };
}

/**
 * Makes a test of whether the socket's other end is a trusted proxy.
 *
 * @param trusted addresses, and networks as `10.0.0.0/8`
 * @throws {Error} for one that cannot be read
 */
export function trustedBy(
  trusted: readonly string[],
): (peer: string) => boolean {
  const isTrusted = within(trusted);
  return (peer) => {
    const address = parseAddress(peer);
    return address !== undefined && isTrusted(address);
  };
}

function within(trusted: readonly string[]): (address: Address) => boolean {
  const networks = trusted.map(parseNetwork);
  return (address) =>
    networks.some(([network, bits]) =>
      network.kind() === address.kind() &&
      address.match(network as ipaddr.IPv4, bits)
    );
}

/** An address of X-Forwarded-For, where some proxies write the port: `192.0.2.1:80`, `[2001:db8::1]:80`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop)?.[1] ??
    /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop;
}

/** What an anonymous caller is counted as: an IPv4 address, or the /64 of an IPv6 one, which one household has whole. */
export function networkOf(address: string): string {
  const found = parseAddress(address);
  if (found?.kind() !== "ipv6") return address;
  return (found as ipaddr.IPv6).parts.slice(0, 4)
    .map((part) => part.toString(16)).join(":") + "::/64";
}

/** Addresses as they were written, parsed: the same few callers ask again and again. */
const parsed = new LRUCache<string, { address?: Address }>({
  max: 1_000,
  memoMethod: (text) =>
    ipaddr.isValid(text) ? { address: ipaddr.process(text) } : {},
});

/** An address; an IPv4 one written as IPv6 is an IPv4 one. */
function parseAddress(text: string | undefined): Address | undefined {
  return text === undefined ? undefined : parsed.memo(text).address;
}

function parseNetwork(text: string): [Address, number] {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
