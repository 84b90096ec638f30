import { createHash } from 'node:crypto';
import { regenerateKey } from '#shared/accounts/identity/commands/replace-key';
import { pageApp } from '#shared/api/page-kit/page-app';
import { describe, expect, it } from '#test/support/jest';
import { aPageWorld } from '#test/support/pages';
import { aDeployment } from './a-deployment.ts';

/** As the runbook computes it from a key. */
const publicIdOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 12);

/** As the runbook computes it from an address. */
const hashOf = (address: string) => createHash('sha256').update(address).digest('base64url').slice(0, 22);

const ADA = '198.51.100.7';

describe('the caller’s address and key are traceable: a line of the access log', () => {
  it('has the hashed address of the caller and the public id of the key, not the address and not the key', async () => {
    const { call, owner, log } = await aDeployment();

    await call('GET', '/workspaces', { key: owner.key, from: ADA });

    expect(log.at(-1)).toMatchObject({
      userId: owner.userId,
      keyId: publicIdOf(owner.key),
      addressHash: hashOf(ADA),
      status: 200,
    });
    expect(JSON.stringify(log)).not.toContain(ADA);
    expect(JSON.stringify(log)).not.toContain(owner.key);
  });

  it('names a key that was revoked, so that a stolen key leaves a trail', async () => {
    const { call, owner, log, context } = await aDeployment();
    await regenerateKey(context)(owner.userId);

    await call('GET', '/workspaces', { key: owner.key, from: ADA });

    expect(log.at(-1)).toMatchObject({ status: 401, keyId: publicIdOf(owner.key), addressHash: hashOf(ADA) });
    expect(log.at(-1)?.userId).toBeUndefined();
  });

  it('names no key where none was sent', async () => {
    const { call, log } = await aDeployment();

    await call('GET', '/workspaces', { headers: { authorization: 'secret' }, from: ADA });

    expect(log.at(-1)).toMatchObject({ status: 401, addressHash: hashOf(ADA) });
    expect(log.at(-1)).not.toHaveProperty('keyId');
  });

  it('has the same hash of the address for a page', async () => {
    const { pages, pageLog } = aPageWorld();
    const app = pageApp(pages.kit).get('/open', (c) => c.text('open'));

    await app.request('/open', {}, { requestContext: { http: { sourceIp: ADA } } });

    expect(pageLog).toMatchObject([{ operation: 'GET /open', addressHash: hashOf(ADA) }]);
  });
});

describe('a forwarded address', () => {
  it('is ignored on a stage without an edge, and in the log of every function', async () => {
    const { call, owner, log } = await aDeployment();

    await call('GET', '/workspaces', {
      key: owner.key,
      from: ADA,
      headers: { 'x-forwarded-for': '10.0.0.1, 10.0.0.2' },
    });

    expect(log.at(-1)?.addressHash).toBe(hashOf(ADA));
  });
});
