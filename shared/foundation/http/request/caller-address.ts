import { hash } from 'node:crypto';
import { isIP } from 'node:net';

interface Connection {
  /** Who is connected to the gateway: the caller, or a proxy of ours. */
  readonly sourceIp: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * The address of a caller as a limit and the log know it: 22 characters of its SHA-256, so that no address is stored and
 * no text of a caller becomes a key. Only behind `proxies` of ours is a forwarded address used: the one that the
 * outermost of them saw, if it is an IP address. What a caller writes into `X-Forwarded-For` comes before that one and
 * is ignored. Of an IPv6 address the first 64 bits count, which is what one subscriber has.
 */
export function callerAddress(connection: Connection, proxies: number): string {
  const seen = seenAddress(connection, proxies);
  return hashed(isIP(seen) === 6 ? networkOf(seen, 64) : seen);
}

/**
 * The address block of a caller, hashed as its address is: the first 48 bits in IPv6, which a site or a rented server has
 * and which are 65,536 addresses of the kind above, and the first 24 in IPv4.
 */
export function callerBlock(connection: Connection, proxies: number): string {
  const seen = seenAddress(connection, proxies);
  const address = isIP(seen) === 6 ? networkOf(seen, 48) : seen;
  return hashed(isIP(address) === 4 ? `${address.slice(0, address.lastIndexOf('.'))}.0/24` : address);
}

function seenAddress({ sourceIp, headers }: Connection, proxies: number): string {
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim());
  const forwarded = proxies === 0 ? undefined : hops.at(-1 - proxies);
  return forwarded !== undefined && isIP(forwarded) !== 0 ? forwarded : sourceIp;
}

const hashed = (address: string): string => hash('sha256', address, 'base64url').slice(0, 22);

/** So many first bits of an IPv6 address; the IPv4 address where it maps one. */
function networkOf(address: string, bits: 48 | 64): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  const between = address.includes('::') ? Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0') : [];
  const groups = [...first, ...between, ...last].slice(0, bits / 16);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/${bits}`;
}

const groupsOf = (part: string): readonly string[] => (part === '' ? [] : part.split(':'));
