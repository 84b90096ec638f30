import { DecryptCommand, EncryptCommand, InvalidCiphertextException } from '@aws-sdk/client-kms';
import { inMemoryKms } from '#test/doubles/aws/kms';
import { describe, expect, it } from '#test/support/jest';

const Plaintext = Buffer.from('a secret of a test');
const context = { workspace: 'wks_1', purpose: 'webhook' };

const sealed = async () => {
  const client = inMemoryKms();
  const { CiphertextBlob } = await client.send(
    new EncryptCommand({ KeyId: 'alias/main', Plaintext, EncryptionContext: context }),
  );
  return { client, CiphertextBlob: CiphertextBlob ?? new Uint8Array() };
};

describe('the key service', () => {
  it('opens what it sealed, in the same context in any order', async () => {
    const { client, CiphertextBlob } = await sealed();
    const EncryptionContext = { purpose: 'webhook', workspace: 'wks_1' };
    const opened = await client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }));

    expect(Buffer.from(opened.Plaintext ?? [])).toEqual(Plaintext);
    expect(Buffer.from(CiphertextBlob).includes('secret')).toBe(false);
  });

  it.each([
    ['another context', { ...context, workspace: 'wks_2' }, 0],
    ['no context', undefined, 0],
    ['a changed byte', context, 1],
  ])('refuses %s', async (_what, EncryptionContext, change) => {
    const { client, CiphertextBlob } = await sealed();
    const last = CiphertextBlob.byteLength - 1;
    CiphertextBlob[last] = (CiphertextBlob[last] ?? 0) ^ change;

    await expect(client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }))).rejects.toBeInstanceOf(
      InvalidCiphertextException,
    );
  });

  it('refuses another key, bytes it never made, and more than 4 KB', async () => {
    const { client, CiphertextBlob } = await sealed();
    const decrypt = (KeyId: string, blob: Uint8Array) =>
      client.send(new DecryptCommand({ KeyId, CiphertextBlob: blob, EncryptionContext: context }));
    const large = new EncryptCommand({ KeyId: 'alias/main', Plaintext: Buffer.alloc(4_097) });

    await expect(decrypt('alias/other', CiphertextBlob)).rejects.toMatchObject({ name: 'IncorrectKeyException' });
    await expect(decrypt('alias/main', Buffer.alloc(80))).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
    await expect(client.send(large)).rejects.toMatchObject({ name: 'ValidationException' });
  });
});
