import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import { type SealContext, type Sealer, Unopenable } from '#shared/core/sealer';
import { Throttled } from '#shared/core/store';

/** Seals with one KMS key; the context is the encryption context, so that a secret opens only as whose it is. */
export const kmsSealer = (kms: Pick<KMSClient, 'send'>, KeyId: string): Sealer => ({
  async seal(plaintext, context) {
    const { CiphertextBlob } = await kms
      .send(new EncryptCommand({ KeyId, Plaintext: Buffer.from(plaintext), EncryptionContext: asContext(context) }))
      .catch(sayWhatItMeans);
    if (!CiphertextBlob) throw new Error('The key service sealed nothing.');
    return Buffer.from(CiphertextBlob).toString('base64');
  },

  async open(sealed, context) {
    const asked = {
      KeyId,
      CiphertextBlob: Buffer.from(sealed, 'base64'),
      EncryptionContext: asContext(context),
    };
    const { Plaintext } = await kms.send(new DecryptCommand(asked)).catch(sayWhatItMeans);
    if (!Plaintext) throw new Error('The key service opened nothing.');
    return Buffer.from(Plaintext).toString('utf8');
  },
});

/**
 * What KMS says of one ciphertext. All else, a key that is disabled or that we may not use included, is trouble of the
 * whole deployment: it passes, and no partner's attempts may be used up by it.
 */
const OF_THIS_SECRET_ALONE = ['InvalidCiphertextException', 'IncorrectKeyException'];

/** A moment later the same call may succeed: whoever asked for it is told to come back. */
const BUSY = [
  'ThrottlingException',
  'LimitExceededException',
  'KMSInternalException',
  'DependencyTimeoutException',
  'KeyUnavailableException',
  'InternalServerError',
  'TimeoutError',
];

function sayWhatItMeans(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (OF_THIS_SECRET_ALONE.includes(name))
    throw new Unopenable('A secret does not open as whose it is.', { cause: error });
  throw BUSY.includes(name) ? new Throttled('The key service is too busy.', { cause: error }) : error;
}

const asContext = ({ workspace, resource }: SealContext): Record<string, string> => ({ workspace, resource });
