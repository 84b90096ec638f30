import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import { type SealContext, type Sealer, Unopenable } from '#shared/ports/sealer';

/** Seals with one KMS key; the context is the encryption context, so that a secret opens only as whose it is. */
export const kmsSealer = (kms: Pick<KMSClient, 'send'>, KeyId: string): Sealer => ({
  async seal(plaintext, context) {
    const { CiphertextBlob } = await kms.send(
      new EncryptCommand({ KeyId, Plaintext: Buffer.from(plaintext), EncryptionContext: asContext(context) }),
    );
    if (!CiphertextBlob) throw new Error('The key service sealed nothing.');
    return Buffer.from(CiphertextBlob).toString('base64');
  },

  async open(sealed, context) {
    const asked = {
      KeyId,
      CiphertextBlob: Buffer.from(sealed, 'base64'),
      EncryptionContext: asContext(context),
    };
    const { Plaintext } = await kms.send(new DecryptCommand(asked)).catch(sayWhetherForGood);
    if (!Plaintext) throw new Error('The key service opened nothing.');
    return Buffer.from(Plaintext).toString('utf8');
  },
});

/**
 * What KMS says of one ciphertext. All else, a key that is disabled or that we may not use included, is trouble of the
 * whole deployment: it passes, and no partner's attempts may be used up by it.
 */
const OF_THIS_SECRET_ALONE = ['InvalidCiphertextException', 'IncorrectKeyException'];

function sayWhetherForGood(error: unknown): never {
  const forGood = error instanceof Error && OF_THIS_SECRET_ALONE.includes(error.name);
  throw forGood ? new Unopenable('A secret does not open as whose it is.', { cause: error }) : error;
}

const asContext = ({ workspace, resource }: SealContext): Record<string, string> => ({ workspace, resource });
