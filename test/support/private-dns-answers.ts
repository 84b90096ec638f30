/**
 * DNS answers that must never be connected to, each with its title. `open` is an address that the test treats as public,
 * `closed` one that it treats as private.
 */
export const privateDnsAnswers = (open: string, closed: string): [string, readonly string[]][] => [
  ['to a private address', ['10.0.0.1']],
  ['to a public and a private address', [open, closed]],
  ['to a private and a public address', [closed, open]],
  ['to a public address and to loopback by IPv6', [open, '::1']],
  ['to a private address mapped into IPv6', ['::ffff:10.0.0.1']],
  ['to a private address behind NAT64', ['64:ff9b::a00:1']],
  ['to a private address by 6to4', ['2002:a00:1::']],
  ['to the unspecified address', ['0.0.0.0']],
  ['to loopback', ['127.0.0.2']],
  ['to instance metadata', ['169.254.169.254']],
  ['into carrier-grade NAT', ['100.64.1.1']],
  ['to a text that is no address', ['localhost']],
  ['to two hundred addresses, one of them private', [...Array<string>(199).fill(open), closed]],
];
