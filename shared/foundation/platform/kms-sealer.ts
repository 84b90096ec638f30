import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import { DecryptionFailed, type Sealer } from '#shared/foundation/core/secrets';
import { Throttled } from '#shared/foundation/core/store';

/** Seals with one KMS key. The context is the encryption context, so a secret opens only in the context it was sealed in. */
export const kmsSealer = (kms: Pick<KMSClient, 'send'>, KeyId: string): Sealer => ({
  async seal(plaintext, context) {
    const { CiphertextBlob } = await kms
      .send(new EncryptCommand({ KeyId, Plaintext: Buffer.from(plaintext), EncryptionContext: { ...context } }))
      .catch(throwSealerError);
    if (!CiphertextBlob) throw new Error('The key service sealed nothing.');
    return Buffer.from(CiphertextBlob).toString('base64');
  },

  async open(sealed, context) {
    const request = {
      KeyId,
      CiphertextBlob: Buffer.from(sealed, 'base64'),
      EncryptionContext: { ...context },
    };
    const { Plaintext } = await kms.send(new DecryptCommand(request)).catch(throwSealerError);
    if (!Plaintext) throw new Error('The key service opened nothing.');
    return Buffer.from(Plaintext).toString('utf8');
  },
});

/**
 * Errors that concern one ciphertext. Every other error, such as a disabled key or a denied permission, concerns the whole
 * deployment until its operator corrects it, and must not use up delivery attempts of partners.
 */
const INVALID_CIPHERTEXT = ['InvalidCiphertextException', 'IncorrectKeyException'];

/** Temporary errors: the caller should retry. A time-out is none of them, which takes what time a request has. */
const TEMPORARY = [
  'ThrottlingException',
  'LimitExceededException',
  'KMSInternalException',
  'DependencyTimeoutException',
  'KeyUnavailableException',
  'InternalServerError',
];

function throwSealerError(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (INVALID_CIPHERTEXT.includes(name))
    throw new DecryptionFailed('The secret cannot be opened in this context.', { cause: error });
  throw TEMPORARY.includes(name) ? new Throttled('The key service is too busy.', { cause: error }) : error;
}
