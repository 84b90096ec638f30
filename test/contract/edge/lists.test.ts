import { describe, expect, it } from '#test/support/jest';
import { aDeployment } from './a-deployment.ts';

describe('a list', () => {
  it.each([
    '/meetings?starts_after=2026-12-01T00:00:00Z&starts_before=2026-01-01T00:00:00Z',
    '/meetings?starts_after=2026-12-01T00:00:00Z&starts_before=2026-12-01T00:00:00Z',
    '/webhook_events?created_after=2026-11-02T11:59:00Z&created_before=2026-11-02T11:00:00Z',
  ])('is empty over a span that ends before it begins: %s', async (path) => {
    const { call, owner } = await aDeployment();

    const { status, body } = await call('GET', `${path}&workspace_id=${owner.workspaceId}`, { key: owner.key });

    expect({ status, data: body.data, more: body.has_more }).toEqual({ status: 200, data: [], more: false });
  });

  it('refuses a cursor that another list gave', async () => {
    const { call, owner } = await aDeployment();
    for (const name of ['Ada', 'Ben'])
      await call('POST', '/members', { key: owner.key, body: { workspace_id: owner.workspaceId, name } });
    const first = await call('GET', `/members?workspace_id=${owner.workspaceId}&limit=1`, { key: owner.key });
    const { search } = new URL(first.body._links.next.url);

    const { status, body } = await call('GET', `/bots${search}`, { key: owner.key });

    expect([status, body.errors[0].field]).toEqual([400, 'cursor']);
  });
});
