import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** X.509 by hand, so that no certificate is kept here to expire and no tool has to be installed. */
export interface Authority {
  readonly name: string;
  readonly privateKey: KeyObject;
  /** PEM, to be trusted. */
  readonly cert: string;
}

export function anAuthority(name = 'Test Authority'): Authority {
  const { privateKey, publicKey } = aKeyPair();
  const cert = certificate({ issuer: name, subject: name, publicKey, signedBy: privateKey, extensions: [isAuthority] });
  return { name, privateKey, cert };
}

interface Wanted {
  /** Names, IPv4 addresses or `::1`. */
  readonly hosts: readonly string[];
  readonly expired?: boolean;
}

/** Key and certificate of a server, as `https.createServer` takes them. */
export function aCertificate(authority: Authority, { hosts, expired = false }: Wanted) {
  const { privateKey, publicKey } = aKeyPair();
  const cert = certificate({
    issuer: authority.name,
    subject: hosts[0] ?? '',
    publicKey,
    signedBy: authority.privateKey,
    extensions: [alternativeNames(hosts)],
    notAfter: expired ? '20200101000000Z' : '20991231235959Z',
  });
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }), cert };
}

const aKeyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

interface Contents {
  readonly issuer: string;
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly signedBy: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly notAfter?: string;
}

function certificate({
  issuer,
  subject,
  publicKey,
  signedBy,
  extensions,
  notAfter = '20991231235959Z',
}: Contents): string {
  const tbs = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(der(0x18, Buffer.from('20190101000000Z')), der(0x18, Buffer.from(notAfter))),
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', tbs, signedBy)]));
  const lines =
    sequence(tbs, ecdsaWithSha256, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** One tagged value of DER. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
const commonName = (name: string) => sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(name)))));
const TRUE = der(0x01, Buffer.from([0xff]));
const isAuthority = sequence(identifier('551d13'), TRUE, der(0x04, sequence(TRUE)));

const alternativeNames = (hosts: readonly string[]) =>
  sequence(identifier('551d11'), der(0x04, sequence(...hosts.map(alternativeName))));

const LOOPBACK_IPV6 = Buffer.from([...Array<number>(15).fill(0), 1]);

const alternativeName = (host: string) => {
  if (host === '::1') return der(0x87, LOOPBACK_IPV6);
  return isIP(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));
};
