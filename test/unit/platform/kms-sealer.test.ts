import { describe, expect, it } from '@jest/globals';
import { Unopenable } from '#shared/core/sealer';
import { Throttled } from '#shared/core/store';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { kmsStandIn } from '#test/support/aws/kms';

const mine = { workspace: 'wks_1', resource: 'whe_1' };

describe('a sealed secret', () => {
  it.each(['whsec_abc', 'é ☃ 😀', 'x'.repeat(4_096)])('opens as what it was: %.12s', async (secret) => {
    const sealer = kmsSealer(kmsStandIn(), 'key');

    expect(await sealer.open(await sealer.seal(secret, mine), mine)).toBe(secret);
  });

  it('is base64, unlike the secret, and another text each time', async () => {
    const sealer = kmsSealer(kmsStandIn(), 'key');

    const [one = '', other = ''] = [await sealer.seal('whsec_abc', mine), await sealer.seal('whsec_abc', mine)];

    expect(one).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(Buffer.from(one, 'base64').toString('latin1')).not.toContain('whsec_abc');
    expect(one).not.toBe(other);
  });

  it.each([
    ['another workspace', { ...mine, workspace: 'wks_2' }],
    ['another endpoint', { ...mine, resource: 'whe_2' }],
    ['both swapped', { workspace: 'whe_1', resource: 'wks_1' }],
  ])('does not open for %s', async (_whom, other) => {
    const sealer = kmsSealer(kmsStandIn(), 'key');
    const sealed = await sealer.seal('whsec_abc', mine);

    await expect(sealer.open(sealed, other)).rejects.toThrow(Unopenable);
  });

  it('does not open under another key, altered, or where nothing was sealed', async () => {
    const kms = kmsStandIn();
    const sealed = await kmsSealer(kms, 'key').seal('whsec_abc', mine);
    const altered = Buffer.from(sealed, 'base64');
    altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;

    await expect(kmsSealer(kms, 'other').open(sealed, mine)).rejects.toThrow(Unopenable);
    await expect(kmsSealer(kms, 'key').open(altered.toString('base64'), mine)).rejects.toThrow(Unopenable);
    await expect(kmsSealer(kms, 'key').open('', mine)).rejects.toThrow(Unopenable);
  });

  it('is never empty: a service that answers nothing is an error', async () => {
    const sealer = kmsSealer({ send: async () => ({}) }, 'key');

    await expect(sealer.seal('whsec_abc', mine)).rejects.toThrow('sealed nothing');
    await expect(sealer.open('AAAA', mine)).rejects.toThrow('opened nothing');
  });

  it.each([
    'ThrottlingException',
    'KMSInternalException',
    'DependencyTimeoutException',
    'TimeoutError',
    'KeyUnavailableException',
  ])('is for later after %s, whether it is to be sealed or to be opened', async (name) => {
    const busy = kmsSealer({ send: () => Promise.reject(Object.assign(new Error('Not now.'), { name })) }, 'key');

    await expect(busy.seal('whsec_abc', mine)).rejects.toThrow(Throttled);
    await expect(busy.open('AAAA', mine)).rejects.toThrow(Throttled);
  });

  it.each(['AccessDeniedException', 'DisabledException', 'KMSInvalidStateException', 'NotFoundException'])(
    'may open another time after %s, which says nothing of this secret alone',
    async (name) => {
      const trouble = Object.assign(new Error('Not now.'), { name });
      const failing = kmsSealer({ send: () => Promise.reject(trouble) }, 'key');

      await expect(failing.open('AAAA', mine)).rejects.toBe(trouble);
    },
  );
});
