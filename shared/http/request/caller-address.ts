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
export function callerAddress({ sourceIp, headers }: Connection, proxies: number): string {
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim());
  const forwarded = proxies === 0 ? undefined : hops.at(-1 - proxies);
  const seen = forwarded !== undefined && isIP(forwarded) !== 0 ? forwarded : sourceIp;
  return hashed(isIP(seen) === 6 ? networkOf(seen) : seen);
}

const hashed = (address: string): string => hash('sha256', address, 'base64url').slice(0, 22);

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  const between = address.includes('::') ? Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0') : [];
  const groups = [...first, ...between, ...last].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

const groupsOf = (part: string): readonly string[] => (part === '' ? [] : part.split(':'));
