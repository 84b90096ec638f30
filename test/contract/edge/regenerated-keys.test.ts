import { moveKeyVersion, regenerateKey } from '#shared/accounts/identity/commands/replace-key';
import type { UserId } from '#shared/foundation/core/ids';
import { describe, expect, it } from '#test/support/jest';
import { aDeployment, codesOf } from './a-deployment.ts';

async function anOwnerWhoRegenerates() {
  const deployment = await aDeployment();
  const { context, call, owner } = deployment;
  const regenerate = regenerateKey(context);
  const listed = (key: string) => call('GET', '/workspaces', { key });
  return { ...deployment, listed, regenerate: () => regenerate(owner.userId), regenerateFor: regenerate };
}

describe('a regenerated key', () => {
  it('ends the old one at once, in every group of endpoints', async () => {
    const { owner, listed, call, regenerate } = await anOwnerWhoRegenerates();
    expect((await listed(owner.key)).status).toBe(200);

    const { apiKey } = await regenerate();

    const paths = ['/workspaces', `/meetings?workspace_id=${owner.workspaceId}`, `/policies/${owner.workspaceId}`];
    const old = await Promise.all(
      Array.from({ length: 51 }, (_, nth) => call('GET', String(paths[nth % 3]), { key: owner.key })),
    );
    expect(new Set(old.map(({ status }) => status))).toEqual(new Set([401]));
    expect(new Set(old.flatMap(codesOf))).toEqual(new Set(['invalid_api_key']));
    expect((await listed(apiKey)).status).toBe(200);
  });

  it('keeps the version that the old one was pinned to', async () => {
    const { owner, context, listed, regenerate } = await anOwnerWhoRegenerates();
    await moveKeyVersion(context)(owner.userId, '2026-10-09');

    const { apiKey } = await regenerate();

    expect((await listed(apiKey)).headers['service-version']).toBe('2026-10-09');
  });

  it('begins no limit anew', async () => {
    const { owner, context, call, regenerate } = await anOwnerWhoRegenerates();
    const use = context.useOf('workspaces', owner.userId, context.clock.now());
    for (let nth = 0; nth < use.most; nth += 1) await context.limitCounter.take(use);

    const { apiKey } = await regenerate();

    expect((await call('POST', '/workspaces', { key: apiKey, body: { name: 'One more' } })).status).toBe(429);
  });

  it('is refused for an unknown user, and nothing is written', async () => {
    const { dynamo, regenerateFor } = await anOwnerWhoRegenerates();
    const before = dynamo.items().length;

    await expect(regenerateFor('usr_01kcw3v9e2f3hb5wnkq8zr6m4t' as UserId)).rejects.toThrow('There is no such user.');
    expect(dynamo.items()).toHaveLength(before);
  });
});
