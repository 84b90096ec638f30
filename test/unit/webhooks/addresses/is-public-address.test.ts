import fc from 'fast-check';
import { isPublicAddress, nonPublicReason } from '#shared/webhooks/addresses/is-public-address';
import { describe, expect, it } from '#test/support/jest';

const dotted = (bytes: readonly number[]) => bytes.join('.');
const byte = fc.integer({ min: 0, max: 255 });
const hextet = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));

describe('a public address', () => {
  it.each([
    '93.184.216.34',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2001:200::1',
    '2003::1',
    '3fff:1000::1',
    '::ffff:8.8.8.8',
  ])('%s', (address) => {
    expect([isPublicAddress(address), nonPublicReason(address)]).toEqual([true, undefined]);
  });
});

describe('an address that is not public', () => {
  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.1.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.0.0.2',
    '168.63.129.16',
    '169.254.169.254',
    '169.254.170.2',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.5',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.5',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '100::1',
    '2001:0:7f00:1::',
    '2001:2::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
    '2002:a00:1::',
    '2002:808:808::1',
    '2620:4f:8000::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1111%eth0',
    'fec0::1',
    'ff02::1',
    'ff0e::1',
  ])('%s', (address) => {
    expect([isPublicAddress(address), nonPublicReason(address)]).toEqual([false, expect.any(String)]);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '010.8.8.8',
    '8.8.8.8.',
    ' 8.8.8.8',
    '[::1]',
    '8.8.8.8/8',
  ])('is any text but the ordinary form of an IP address: %j', (text) => {
    expect([isPublicAddress(text), nonPublicReason(text)]).toEqual([false, 'not an IP address']);
  });

  it('is any in the private IPv4 ranges, mapped into IPv6 or not', () => {
    const inside = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
      fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
    );
    fc.assert(
      fc.property(inside.map(dotted), (address) => {
        expect(isPublicAddress(address)).toBe(false);
        expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
      }),
    );
  });

  it('is any IPv6 that carries an IPv4 address by translation', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('::', '64:ff9b::', '::ffff:0:'),
        fc.tuple(byte, byte, byte, byte),
        (prefix, bytes) => {
          expect(isPublicAddress(`${prefix}${dotted(bytes)}`)).toBe(false);
        },
      ),
    );
  });

  it('is any IPv6 outside 2000::/3 except a mapped IPv4 address', () => {
    const outside = fc
      .integer({ min: 1, max: 0xffff })
      .filter((first) => first < 0x2000 || first > 0x3fff)
      .map((first) => first.toString(16));
    fc.assert(
      fc.property(outside, fc.array(hextet, { minLength: 7, maxLength: 7 }), (first, rest) => {
        expect(isPublicAddress([first, ...rest].join(':'))).toBe(false);
      }),
    );
  });
});

it('a mapped address has the result of the IPv4 address it maps', () => {
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte).map(dotted), (address) => {
      expect(nonPublicReason(`::ffff:${address}`)).toEqual(nonPublicReason(address));
    }),
  );
});

describe('the reason why an address is not public', () => {
  it.each([
    ['0.0.0.0', 'this network'],
    ['10.0.0.1', 'private'],
    ['100.64.1.1', 'carrier-grade NAT'],
    ['127.0.0.1', 'loopback'],
    ['168.63.129.16', 'a cloud platform'],
    ['169.254.169.254', 'link-local'],
    ['172.16.0.0', 'private'],
    ['192.0.0.192', 'protocol assignments'],
    ['192.0.2.5', 'documentation'],
    ['192.31.196.1', 'AS112'],
    ['192.52.193.1', 'AMT'],
    ['192.88.99.1', '6to4 relay'],
    ['192.168.1.1', 'private'],
    ['192.175.48.1', 'AS112'],
    ['198.18.0.1', 'benchmarking'],
    ['198.51.100.5', 'documentation'],
    ['203.0.113.9', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['::ffff:10.0.0.1', 'private'],
    ['::1', 'not a global unicast address'],
    ['2001::1', 'protocol assignments, Teredo among them'],
    ['2001:db8::1', 'documentation'],
    ['2002:a00:1::', '6to4, which carries any IPv4 address'],
    ['2620:4f:8000::1', 'AS112'],
    ['3fff::1', 'documentation'],
    ['fe80::1%eth0', 'not an IP address'],
  ])('of %s is "%s"', (address, reason) => {
    expect(nonPublicReason(address)).toBe(reason);
  });
});
