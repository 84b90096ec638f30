import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { DecryptionFailed } from '#shared/foundation/core/secrets';
import { aesSealer } from '#shared/foundation/platform/aes-sealer';
import { describe, expect, it } from '#test/support/jest';

const key = new Uint8Array(32).fill(7);
const sealer = aesSealer({ key: async () => key, randomBytes });
const context = { workspace: 'wks_1', resource: 'cal_1' };

describe('a secret sealed in the process', () => {
  it('opens in its context, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (secret) => {
        expect(await sealer.open(await sealer.seal(secret, context), context)).toBe(secret);
      }),
    );
  });

  it('is another text each time', async () => {
    expect(await sealer.seal('secret', context)).not.toBe(await sealer.seal('secret', context));
  });

  it.each([
    ['of another connection', { ...context, resource: 'cal_2' }],
    ['of another workspace', { ...context, workspace: 'wks_2' }],
  ])('does not open in the context %s', async (_name, other) => {
    await expect(sealer.open(await sealer.seal('secret', context), other)).rejects.toThrow(DecryptionFailed);
  });

  it('does not open with another key', async () => {
    const others = aesSealer({ key: async () => new Uint8Array(32).fill(8), randomBytes });

    await expect(others.open(await sealer.seal('secret', context), context)).rejects.toThrow(DecryptionFailed);
  });

  it('does not open with any one byte changed, nor cut', async () => {
    const sealed = Buffer.from(await sealer.seal('secret', context), 'base64');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(sealer.open(changed.toString('base64'), context)).rejects.toThrow(DecryptionFailed);
      await expect(sealer.open(sealed.subarray(0, at).toString('base64'), context)).rejects.toThrow(DecryptionFailed);
    }
  });

  it('waits for a key that cannot be read', async () => {
    const without = aesSealer({ key: () => Promise.reject(new Error('The key service is too busy.')), randomBytes });

    await expect(without.open(await sealer.seal('secret', context), context)).rejects.toThrow('too busy');
  });
});
