import fc from 'fast-check';
import { callerAddress, callerBlock } from '#shared/foundation/http/request/caller-address';
import { describe, expect, it } from '#test/support/jest';

/** The hash of the address that counts. */
const seen = (sourceIp: string, proxies: number, forwarded?: string) =>
  callerAddress({ sourceIp, headers: { 'x-forwarded-for': forwarded } }, proxies);

const ADA = '198.51.100.7';
const EDGE = '130.176.0.1';
const HASH_OF_ADA = seen(ADA, 0);

describe('a forwarded address', () => {
  it('changes nothing on a stage without an edge', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constant(`10.0.0.1, ${ADA}`)), (header) => {
        expect(seen(ADA, 0, header)).toBe(HASH_OF_ADA);
      }),
    );
  });

  it('is the one that the edge saw, not one that the caller writes', () => {
    expect(seen(EDGE, 1, `${ADA}, ${EDGE}`)).toBe(HASH_OF_ADA);
    expect(seen(EDGE, 1, `10.0.0.1,${ADA} , ${EDGE}`)).toBe(HASH_OF_ADA);
  });

  it.each(['', 'unknown', '999.1.1.1', '198.51.100.7:443', 'LIMIT#wks_1#bots', 'x'.repeat(10_000)])(
    'is ignored unless it is an IP address: %j',
    (header) => {
      expect(seen(EDGE, 1, `${header}, ${EDGE}`)).toBe(seen(EDGE, 0));
    },
  );

  it('is ignored if the edge has not added its own', () => {
    expect(seen(EDGE, 1)).toBe(seen(EDGE, 0));
    expect(seen(EDGE, 1, ADA)).toBe(seen(EDGE, 0));
  });
});

describe('the address of a caller', () => {
  it('is hashed: 22 characters, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(2), (source, header, proxies) => {
        expect(seen(source, proxies, header)).toMatch(/^[\w-]{22}$/);
      }),
    );
    expect(HASH_OF_ADA).not.toContain(ADA);
    expect(seen('198.51.100.8', 0)).not.toBe(HASH_OF_ADA);
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2:ffff::'],
    ['2001:db8::1', '2001:db8:0:0:1::'],
    ['::1', '0:0:0:0:9::'],
    ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::'],
    ['::ffff:198.51.100.7', ADA],
  ])('is the network of a subscriber in IPv6: %s and %s are one', (address, other) => {
    expect(seen(address, 0)).toBe(seen(other, 0));
  });

  it('differs between two networks in IPv6', () => {
    expect(seen('2001:db8:1:2::1', 0)).not.toBe(seen('2001:db8:1:3::1', 0));
  });
});

describe('the address block of a caller', () => {
  const blockOf = (sourceIp: string, proxies = 0, forwarded?: string) =>
    callerBlock({ sourceIp, headers: { 'x-forwarded-for': forwarded } }, proxies);

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:ffff::9'],
    ['2001:0DB8:0001::', '2001:db8:1:3:4:5:6:7'],
    ['2001:db8::1', '2001:db8:0:9::'],
    ['198.51.100.7', '198.51.100.255'],
    ['::ffff:198.51.100.7', '198.51.100.8'],
  ])('is a site in IPv6, and 256 addresses in IPv4: %s and %s are in one', (address, other) => {
    expect(blockOf(address)).toBe(blockOf(other));
  });

  it.each([
    ['2001:db8:1::1', '2001:db8:2::1'],
    ['198.51.100.7', '198.51.101.7'],
    ['198.51.100.7', '2001:db8:1::1'],
  ])('differs between %s and %s', (address, other) => {
    expect(blockOf(address)).not.toBe(blockOf(other));
  });

  it('is that of the address which the edge saw', () => {
    expect(blockOf(EDGE, 1, `10.0.0.1, ${ADA}, ${EDGE}`)).toBe(blockOf(ADA));
  });

  it('is hashed: 22 characters, whatever is sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), fc.string(), fc.nat(2), (source, header, proxies) => {
        expect(blockOf(source, proxies, header)).toMatch(/^[\w-]{22}$/);
      }),
    );
  });
});
