import { describe, expect, it } from '@jest/globals';
import { callerAddress } from '#shared/http/request/caller-address';
import type { Incoming } from '#shared/http/request/incoming';

const from = (sourceIp: string, forwarded?: string): Incoming => ({
  method: 'POST',
  path: '/agent_sessions',
  query: [],
  headers: { 'x-forwarded-for': forwarded },
  body: undefined,
  isBase64Encoded: false,
  sourceIp,
  requestId: 'req-1',
});

describe('the address of a caller', () => {
  it('is who is connected, whatever they claim', () => {
    expect(callerAddress(from('198.51.100.7'), 0)).toBe('198.51.100.7');
    expect(callerAddress(from('198.51.100.7', '10.0.0.1, 198.51.100.7'), 0)).toBe('198.51.100.7');
  });

  it('is behind a proxy who was connected to that', () => {
    expect(callerAddress(from('130.176.0.1', '198.51.100.7, 130.176.0.1'), 1)).toBe('198.51.100.7');
    expect(callerAddress(from('130.176.0.1', '10.0.0.1,198.51.100.7 , 130.176.0.1'), 1)).toBe('198.51.100.7');
    expect(callerAddress(from('130.176.0.1'), 1)).toBe('130.176.0.1');
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
  ])('is the network of a subscriber in IPv6: %s is %s', (address, network) => {
    expect(callerAddress(from(address), 0)).toBe(network);
  });
});
