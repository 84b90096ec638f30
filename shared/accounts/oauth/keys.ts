import { createHmac, createPrivateKey, type JsonWebKey } from 'node:crypto';

/** Where the key of the authorization server is (`deploymentKey`). */
export const OAUTH_KEY = { row: 'OAUTH_KEY', resource: 'oauth-key' } as const;

/** PKCS #8 of an Ed25519 key without the 32 bytes of the key itself (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** What the library signs with: its cookies, and ID tokens, which no client gets. Both follow from one stored key. */
export function keysFrom(key: Uint8Array): { readonly cookieKey: string; readonly signingKey: JsonWebKey } {
  const seed = createHmac('sha256', key).update('signing').digest();
  const signing = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  return {
    cookieKey: createHmac('sha256', key).update('cookies').digest('base64url'),
    signingKey: { ...signing.export({ format: 'jwk' }), alg: 'Ed25519', use: 'sig' },
  };
}
