import {
  DecryptCommand,
  EncryptCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
} from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { DecryptionFailed } from '#shared/foundation/core/secrets';
import { Throttled } from '#shared/foundation/core/store';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { describe, expect, it } from '#test/support/jest';

const mine = { workspace: 'wks_1', resource: 'whe_1' };
const CIPHERTEXT = Uint8Array.of(0, 251, 255, 7);

/** A sealer of the key `key`, and the mock of its client. */
function aSealer() {
  const client = new KMSClient({ region: 'eu-central-1' });
  const kms = mockClient(client);
  return { kms, sealer: kmsSealer(client, 'key') };
}

const anError = (name: string) => Object.assign(new Error('Not now.'), { name });
const $metadata = { httpStatusCode: 400 };

describe('sealing a secret', () => {
  it('encrypts it with the key and its context, and returns base64', async () => {
    const { kms, sealer } = aSealer();
    kms.on(EncryptCommand).resolves({ CiphertextBlob: CIPHERTEXT });

    expect(await sealer.seal('whsec_abc', mine)).toBe('APv/Bw==');

    expect(kms.commandCalls(EncryptCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { KeyId: 'key', Plaintext: Buffer.from('whsec_abc'), EncryptionContext: mine },
    ]);
  });

  it('fails when KMS returns no ciphertext', async () => {
    const { kms, sealer } = aSealer();
    kms.on(EncryptCommand).resolves({});

    await expect(sealer.seal('whsec_abc', mine)).rejects.toThrow('sealed nothing');
  });
});

describe('opening a sealed secret', () => {
  it.each([
    ['its own context', mine],
    ['the context of another workspace', { ...mine, workspace: 'wks_2' }],
    ['the context of another endpoint', { ...mine, resource: 'whe_2' }],
  ])('decrypts it with the key and %s, which KMS compares', async (_whose, context) => {
    const { kms, sealer } = aSealer();
    kms.on(DecryptCommand).resolves({ Plaintext: Buffer.from('whsec_abc') });

    expect(await sealer.open('APv/Bw==', context)).toBe('whsec_abc');

    expect(kms.commandCalls(DecryptCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { KeyId: 'key', CiphertextBlob: Buffer.from(CIPHERTEXT), EncryptionContext: context },
    ]);
  });

  it.each(['whsec_abc', 'é ☃ 😀', 'x'.repeat(4_096)])('returns the text that was sealed: %.12s', async (secret) => {
    const { kms, sealer } = aSealer();
    kms.on(EncryptCommand).callsFake(async ({ Plaintext }) => ({ CiphertextBlob: Plaintext }));
    kms.on(DecryptCommand).callsFake(async ({ CiphertextBlob }) => ({ Plaintext: CiphertextBlob }));

    expect(await sealer.open(await sealer.seal(secret, mine), mine)).toBe(secret);
  });

  it.each([
    ['altered, or has another context', new InvalidCiphertextException({ message: 'UnknownError', $metadata })],
    ['sealed with another key', new IncorrectKeyException({ message: 'The key ID does not match.', $metadata })],
  ])('is refused when it is %s', async (_what, refusal) => {
    const { kms, sealer } = aSealer();
    kms.on(DecryptCommand).rejects(refusal);

    await expect(sealer.open('APv/Bw==', mine)).rejects.toThrow(DecryptionFailed);
  });

  it('fails when KMS returns no plaintext', async () => {
    const { kms, sealer } = aSealer();
    kms.on(DecryptCommand).resolves({});

    await expect(sealer.open('AAAA', mine)).rejects.toThrow('opened nothing');
  });
});

describe('an error of KMS', () => {
  it.each(['ThrottlingException', 'KMSInternalException', 'DependencyTimeoutException', 'KeyUnavailableException'])(
    '%s is throttling, in sealing and in opening',
    async (name) => {
      const { kms, sealer } = aSealer();
      kms.rejects(anError(name));

      await expect(sealer.seal('whsec_abc', mine)).rejects.toThrow(Throttled);
      await expect(sealer.open('AAAA', mine)).rejects.toThrow(Throttled);
    },
  );

  it.each(['AccessDeniedException', 'DisabledException', 'KMSInvalidStateException', 'NotFoundException'])(
    '%s is thrown as it is, since it does not concern this secret alone',
    async (name) => {
      const { kms, sealer } = aSealer();
      const error = anError(name);
      kms.rejects(error);

      await expect(sealer.open('AAAA', mine)).rejects.toBe(error);
    },
  );
});
