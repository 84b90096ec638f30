import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Node finds no named exports in this package. */
const { IPv4, IPv6 } = ipaddr;

/** The IANA special-purpose registry, multicast, class E, and the metadata addresses of other clouds. */
const NON_PUBLIC_IPV4: readonly (readonly [range: string, reason: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'a cloud platform'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', '6to4 relay'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
];

/** IPv6 is public only if it is global unicast, so that new special ranges are refused from the start. */
const GLOBAL_UNICAST = IPv6.parseCIDR('2000::/3');
const NON_PUBLIC_IPV6: readonly (readonly [range: string, reason: string])[] = [
  ['2001::/23', 'protocol assignments, Teredo among them'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4, which carries any IPv4 address'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
];

const nonPublicIpv4 = NON_PUBLIC_IPV4.map(([range, reason]) => ({ range: IPv4.parseCIDR(range), reason }));
const nonPublicIpv6 = NON_PUBLIC_IPV6.map(([range, reason]) => ({ range: IPv6.parseCIDR(range), reason }));

/** Whether the whole internet can reach an IP address, in its ordinary form and without brackets. */
export const isPublicAddress = (address: string): boolean => nonPublicReason(address) === undefined;

/** Why an address is not public; undefined when it is. */
export function nonPublicReason(address: string): string | undefined {
  // A zone names an interface of this machine; `isIP` accepts it.
  if (isIP(address) === 0 || address.includes('%')) return 'not an IP address';
  return isIP(address) === 4 ? ipv4Reason(IPv4.parse(address)) : ipv6Reason(IPv6.parse(inHexadecimal(address)));
}

/** ipaddr.js parses `::8.8.8.8` as `::ffff:8.8.8.8`, another address; a URL writes an IPv6 host without dots. */
const inHexadecimal = (address: string): string => new URL(`http://[${address}]/`).hostname.slice(1, -1);

const ipv4Reason = (address: ipaddr.IPv4): string | undefined =>
  nonPublicIpv4.find(({ range }) => address.match(range))?.reason;

function ipv6Reason(address: ipaddr.IPv6): string | undefined {
  if (address.isIPv4MappedAddress()) return ipv4Reason(address.toIPv4Address());
  if (!address.match(GLOBAL_UNICAST)) return 'not a global unicast address';
  return nonPublicIpv6.find(({ range }) => address.match(range))?.reason;
}
