import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { SealContext, Sealer } from '#shared/ports/sealer';

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
    const { Plaintext } = await kms.send(
      new DecryptCommand({
        KeyId,
        CiphertextBlob: Buffer.from(sealed, 'base64'),
        EncryptionContext: asContext(context),
      }),
    );
    if (!Plaintext) throw new Error('The key service opened nothing.');
    return Buffer.from(Plaintext).toString('utf8');
  },
});

const asContext = ({ workspace, resource }: SealContext): Record<string, string> => ({ workspace, resource });
