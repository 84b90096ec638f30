import { DecryptionFailed, type Sealer } from '#shared/foundation/core/secrets';
import { type Instant, later } from '#shared/foundation/core/time';
import { NO_HEADERS } from '#shared/webhooks/endpoints/rules/endpoint-headers';
import { openCustomHeaders, sealCustomHeaders } from '#shared/webhooks/signing/custom-headers';
import { credentialsOf, secretsOf } from '#shared/webhooks/signing/send-signed';
import { describe, expect, it } from '#test/support/jest';

type Endpoint = Parameters<typeof secretsOf>[1] & Parameters<typeof openCustomHeaders>[1];
type SealedSecret = Endpoint['sealedSecrets'][number];

const NOW = 1_700_000_000_000 as Instant;
const CONTEXT = { workspace: 'wks_1', resource: 'whe_1' };

/** Opens what it sealed, in the context it was sealed in. */
const sealer: Sealer = {
  seal: async (text, context) => JSON.stringify({ text, context }),
  async open(sealed, context) {
    const { text, context: own } = JSON.parse(sealed);
    if (JSON.stringify(own) !== JSON.stringify(context)) throw new DecryptionFailed('Sealed for another endpoint.');
    return text;
  },
};

const sealed = async (secret: string, until: Instant | null = null, context = CONTEXT): Promise<SealedSecret> => ({
  sealed: await sealer.seal(secret, context),
  until,
});
const foreign = (secret: string, until: Instant | null = null) =>
  sealed(secret, until, { ...CONTEXT, resource: 'whe_2' });

const anEndpoint = (sealedSecrets: readonly SealedSecret[], headers = NO_HEADERS): Endpoint => ({
  id: CONTEXT.resource as Endpoint['id'],
  workspaceId: CONTEXT.workspace as Endpoint['workspaceId'],
  sealedSecrets,
  headers,
});

describe('the secrets of an endpoint', () => {
  it('are opened newest first, those that have ended left out', async () => {
    const inForce = [await sealed('newest'), await sealed('older', later(NOW, 1))];
    const ended = [await sealed('ends now', NOW), await sealed('ended', later(NOW, -1))];

    expect(await secretsOf(sealer, anEndpoint([...inForce, ...ended]), NOW)).toEqual(['newest', 'older']);
  });

  it('leave out an older one that does not decrypt', async () => {
    const endpoint = anEndpoint([await sealed('newest'), await foreign('older', later(NOW, 1))]);

    expect(await secretsOf(sealer, endpoint, NOW)).toStrictEqual(['newest']);
  });

  it('are refused where the newest does not decrypt', async () => {
    const endpoint = anEndpoint([await foreign('newest'), await sealed('older', later(NOW, 1))]);

    await expect(secretsOf(sealer, endpoint, NOW)).rejects.toThrow(DecryptionFailed);
  });

  it('are refused where none is in force', async () => {
    await expect(secretsOf(sealer, anEndpoint([await sealed('ended', NOW)]), NOW)).rejects.toThrow(DecryptionFailed);
  });
});

describe('the sealed headers of an endpoint', () => {
  it('are opened as they were given, beside the secrets', async () => {
    const headers = Object.fromEntries([
      ['x-api-key', 'a'],
      ['__proto__', 'b'],
    ]);

    const own = await sealCustomHeaders(sealer, headers, CONTEXT);

    expect(own.names).toEqual(['x-api-key', '__proto__']);
    expect(await credentialsOf(sealer, anEndpoint([await sealed('newest')], own), NOW)).toEqual({
      secrets: ['newest'],
      headers,
    });
  });

  it('are nothing where there are none, and nothing is sealed', async () => {
    expect(await sealCustomHeaders(sealer, {}, CONTEXT)).toEqual(NO_HEADERS);
    expect(await openCustomHeaders(sealer, anEndpoint([]))).toEqual({});
  });

  it('do not open for another endpoint', async () => {
    const own = await sealCustomHeaders(sealer, { 'x-api-key': 'a' }, { ...CONTEXT, resource: 'whe_2' });

    await expect(openCustomHeaders(sealer, anEndpoint([], own))).rejects.toThrow(DecryptionFailed);
  });
});
