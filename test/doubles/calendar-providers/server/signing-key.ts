import { createHash, createSign, generateKeyPairSync } from 'node:crypto';

interface SigningKey {
  readonly keyId: string;
  readonly publicKey: Readonly<Record<string, unknown>>;
  readonly pem: string;
  readonly sign: (input: string) => Buffer;
}

let made: SigningKey | undefined;

/** One for the process, made when first needed: it takes a tenth of a second. */
function signingKey(): SigningKey {
  made ??= newKey();
  return made;
}

function newKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = publicKey.export({ format: 'jwk' });
  const keyId = createHash('sha256').update(String(jwk.n)).digest('hex').slice(0, 40);
  return {
    keyId,
    publicKey: { ...jwk, kid: keyId, use: 'sig', alg: 'RS256' },
    pem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    sign: (input) => createSign('RSA-SHA256').update(input).sign(privateKey),
  };
}

/** RFC 7517. */
export const keySet = () => ({ keys: [signingKey().publicKey] });

/** By key id, in the older form that Google's own clients still read. */
export const pemSet = () => ({ [signingKey().keyId]: signingKey().pem });

/** An id token: RS256, RFC 7519. */
export function signed(claims: Readonly<Record<string, unknown>>): string {
  const { keyId, sign } = signingKey();
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${part({ alg: 'RS256', kid: keyId, typ: 'JWT' })}.${part(claims)}`;
  return `${input}.${sign(input).toString('base64url')}`;
}
