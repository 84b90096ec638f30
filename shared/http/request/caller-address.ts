import type { Incoming } from '#shared/http/request/incoming';

/**
 * The address that a limit is kept for. Behind proxies of ours it is the one that the outermost of them saw; what a
 * caller writes into `X-Forwarded-For` stands before it and counts for nothing. Of IPv6 it is the first 64 bits, which
 * is what one subscriber has.
 */
export function callerAddress({ sourceIp, headers }: Pick<Incoming, 'sourceIp' | 'headers'>, proxies: number): string {
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim());
  const seen = proxies === 0 ? sourceIp : (hops.at(-1 - proxies) ?? sourceIp);
  return seen.includes(':') ? networkOf(seen) : seen;
}

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
