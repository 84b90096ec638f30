/**
 * What a name server may answer that must not be connected to, by the rows of docs/security.md: everywhere the same,
 * whatever plays the public address there and whatever the private one.
 */
export const privateAnswers = (open: string, closed: string): [string, string, readonly string[]][] => [
  ['R2', 'to a private address', ['10.0.0.1']],
  ['R3', 'to a public and a private address', [open, closed]],
  ['R3', 'to a private and a public address', [closed, open]],
  ['R4', 'to a public address and to loopback by IPv6', [open, '::1']],
  ['R6', 'to a private address mapped into IPv6', ['::ffff:10.0.0.1']],
  ['R6', 'to a private address behind NAT64', ['64:ff9b::a00:1']],
  ['R6', 'to a private address by 6to4', ['2002:a00:1::']],
  ['R7', 'to the unspecified address', ['0.0.0.0']],
  ['R7', 'to this machine', ['127.0.0.2']],
  ['R7', 'to instance metadata', ['169.254.169.254']],
  ['R7', 'into carrier-grade NAT', ['100.64.1.1']],
  ['R7', 'to something that is no address', ['localhost']],
  ['R15', 'to two hundred addresses, one of them private', [...Array<string>(199).fill(open), closed]],
];
