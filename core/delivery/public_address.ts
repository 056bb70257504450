import ipaddr from "ipaddr.js";

/**
 * IPv4 networks that are not public unicast. Source: IANA's registry of special-purpose IPv4
 * addresses, multicast (224.0.0.0/4) and the reserved 240.0.0.0/4.
 */
const CLOSED_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
] as const;

/**
 * Returns whether an address may be connected to: public unicast IPv4, or IPv4 of a network that
 * the operator allows. IPv6 is refused whole, and so is IPv4 written inside it (mapped, compatible,
 * translated, 6to4, Teredo, NAT64): a runtime permission cannot name an IPv6 network, so nothing
 * below this check would hold it. Source of that: Deno 2.9.6, measured.
 *
 * @param address as a resolver or a URL parser writes it
 * @param networks private networks allowed all the same, as `10.1.2.0/24`
 */
export function isReachable(
  address: string,
  networks: readonly string[] = [],
): boolean {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address)) return false;
  const ip = ipaddr.IPv4.parse(address);
  const within = (network: string) => ip.match(ipaddr.IPv4.parseCIDR(network));
  return networks.some(within) || !CLOSED_V4.some(within);
}

/**
 * Returns the fewest networks that hold exactly the reachable addresses: what a worker's
 * permission lists.
 *
 * @param networks private networks allowed all the same
 */
export function reachableNetworks(networks: readonly string[] = []): string[] {
  const closed = CLOSED_V4.map(blockOf);
  const open = networks.map(blockOf);
  const found: string[] = [];
  function visit(start: number, bits: number): void {
    const block = { start, end: start + 2 ** (32 - bits) - 1 };
    const inside = (other: Block) =>
      other.start <= block.start && block.end <= other.end;
    const touches = (other: Block) =>
      other.start <= block.end && block.start <= other.end;
    if (open.some(inside) || !closed.some(touches)) {
      found.push(`${dotted(start)}/${bits}`);
    } else if (!closed.some(inside) || open.some(touches)) {
      visit(start, bits + 1);
      visit(start + 2 ** (31 - bits), bits + 1);
    }
  }
  visit(0, 0);
  return found;
}

/** First and last address of a network, as numbers. */
interface Block {
  readonly start: number;
  readonly end: number;
}

function blockOf(network: string): Block {
  const [ip, bits] = ipaddr.IPv4.parseCIDR(network);
  const size = 2 ** (32 - bits);
  const number = ip.octets.reduce((sum, octet) => sum * 256 + octet, 0);
  const start = Math.floor(number / size) * size;
  return { start, end: start + size - 1 };
}

const dotted = (number: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256)
    .join(".");
