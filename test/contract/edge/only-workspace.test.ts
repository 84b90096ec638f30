import { DAY_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { aDeployment, countedCalls } from './a-deployment.ts';

/** A user with one workspace, who made and archived so many others after it. */
async function aUserWithArchived(count: number) {
  const deployment = await aDeployment();
  const { owner, world, clock, call } = deployment;
  for (let nth = 0; nth < count; nth += 1) {
    if (nth % 20 === 0) clock.advance(DAY_MS);
    const { id } = await world.aWorkspaceOf(owner.userId, `Old ${nth}`);
    await call('DELETE', `/workspaces/${id}`, { key: owner.key });
  }
  const request = () => call('GET', '/webhook_events', { key: owner.key });
  return { ...deployment, request };
}

describe('a request that names no workspace', () => {
  it.each([0, 9, 10, 19])('200: is about the one that is left beside %i archived ones', async (count) => {
    const { request } = await aUserWithArchived(count);

    expect((await request()).status).toBe(200);
  });

  it('400 bad_request: has to name it beside twenty archived ones or more', async () => {
    const { request, call, owner } = await aUserWithArchived(20);

    const { status, body } = await request();

    expect([status, body.errors]).toEqual([
      400,
      [expect.objectContaining({ code: 'bad_request', field: 'workspace_id' })],
    ]);
    const named = await call('GET', `/webhook_events?workspace_id=${owner.workspaceId}`, { key: owner.key });
    expect(named.status).toBe(200);
  });

  it('reads no more beside sixty archived workspaces than beside twenty', async () => {
    const requestsBeside = async (count: number) => {
      const { world, owner } = await aUserWithArchived(count);
      const { tally } = await countedCalls(world)('GET', '/webhook_events', { key: owner.key });
      return tally.requests;
    };

    expect(await requestsBeside(60)).toEqual(await requestsBeside(20));
  });
});
