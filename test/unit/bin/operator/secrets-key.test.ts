import { DescribeKeyCommand, KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { describe, expect, it } from '@jest/globals';
import { keyOfStage } from '#bin/operator/secrets-key';

/** Keys by id, as many on a page as there are; what is not in use is not enabled. */
function someKeys(
  ...keys: readonly { readonly id: string; readonly description: string; readonly enabled?: boolean }[]
) {
  const client = new KMSClient({ region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } });
  return Object.assign(client, {
    send: async (command: unknown) => {
      if (command instanceof ListKeysCommand) {
        const at = Number(command.input.Marker ?? 0);
        const isLast = at + 1 >= keys.length;
        return {
          Keys: keys.slice(at, at + 1).map(({ id }) => ({ KeyId: id })),
          Truncated: !isLast,
          NextMarker: `${at + 1}`,
        };
      }
      if (!(command instanceof DescribeKeyCommand)) throw new Error('Nobody asked for this.');
      const key = keys.find(({ id }) => id === command.input.KeyId);
      return { KeyMetadata: { Description: key?.description, Enabled: key?.enabled ?? true } };
    },
  });
}

const ofSandbox = { id: 'k1', description: 'Rapporteur sandbox: sealed secrets' };

describe('the key of a stage', () => {
  it('is found by what the stack calls it, on whichever page', async () => {
    const keys = someKeys({ id: 'k0', description: 'Rapporteur production: sealed secrets' }, ofSandbox);

    expect(await keyOfStage(keys, 'sandbox')).toBe('k1');
  });

  it('is one in use', async () => {
    expect(await keyOfStage(someKeys({ ...ofSandbox, id: 'old', enabled: false }, ofSandbox), 'sandbox')).toBe('k1');
  });

  it('is asked for where there is none, or more than one', async () => {
    await expect(keyOfStage(someKeys(), 'sandbox')).rejects.toThrow('name it with --key');
    await expect(keyOfStage(someKeys(ofSandbox, { ...ofSandbox, id: 'k2' }), 'sandbox')).rejects.toThrow(
      'name one with --key',
    );
  });
});
