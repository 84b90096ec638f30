import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { DecryptionFailed, type SealContext, type Sealer } from '#shared/foundation/core/secrets';

interface Dependencies {
  /** 256 random bits, kept in memory: `deploymentKey`. */
  readonly key: () => Promise<Uint8Array>;
  readonly randomBytes: (size: number) => Uint8Array;
}

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Of AES-GCM (NIST SP 800-38D, section 8.2.2): a random nonce of 96 bits, and the whole tag. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals in the process, without a request to the key service: envelope encryption with one data key. Each context has a
 * key of its own, derived by HKDF-SHA-256 (RFC 5869), so that random nonces do not repeat under one key.
 */
export function aesSealer({ key, randomBytes }: Dependencies): Sealer {
  const keyFor = async (context: SealContext): Promise<Uint8Array> =>
    new Uint8Array(hkdfSync('sha256', await key(), '', JSON.stringify(context), KEY_BYTES));
  return {
    async seal(plaintext, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, await keyFor(context), nonce);
      const text = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64');
    },

    async open(sealed, context) {
      const contextKey = await keyFor(context);
      try {
        const bytes = Buffer.from(sealed, 'base64');
        const decipher = createDecipheriv(ALGORITHM, contextKey, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        const text = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new DecryptionFailed('The secret cannot be opened in this context.', { cause });
      }
    },
  };
}
