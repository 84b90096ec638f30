import { explain, type Question } from '#bin/operator/why/why';
import { auditEvents } from '#shared/accounts/audit-events/store';
import { SIMULATOR_ALONE } from '#shared/meetings/recorders/registry/rules/registry';
import { aDeployment } from '#test/contract/edge/a-deployment';
import { describe, expect, it } from '#test/support/jest';

async function aWorkspaceWithMeeting() {
  const { call, owner, context } = await aDeployment();
  const { workspaceId, key } = owner;
  const push = { ical_uid: 'weekly@acme.test', starts_at: '2026-11-03T12:00:00Z', ends_at: '2026-11-03T13:00:00Z' };
  const body = { workspace_id: workspaceId, member_data: { email: 'ada@acme.test' }, ...push };
  const { meeting_id: meeting } = (await call('POST', '/calendar_events', { key, body })).body;
  const why = async (question: Partial<Question>) => {
    const asked = { topic: 'webhooks', id: workspaceId, meeting: undefined, ...question } as const;
    return (await explain(context, asked, SIMULATOR_ALONE)).text;
  };
  const audited = async () => {
    const filter = { action: 'workspace.read', now: context.clock.now() };
    const { items } = await auditEvents.list(context.table, workspaceId, filter, { limit: 9, after: undefined });
    return items.map(({ after }) => after);
  };
  return { call, owner, meeting: String(meeting), why, audited };
}

describe('npm run ops -- why', () => {
  it('says that a workspace has no endpoint, then what its endpoint does not get, and tells the audit log', async () => {
    const { call, owner, meeting, why, audited } = await aWorkspaceWithMeeting();
    expect(await why({})).toMatch(/^no_endpoint: /);

    const body = {
      workspace_id: owner.workspaceId,
      url: 'https://partner.test/hooks',
      enabled_events: ['export.ready'],
    };
    await call('POST', '/webhook_endpoints', { key: owner.key, body });

    expect(await why({ meeting })).toMatch(/^not_subscribed: [\s\S]*meeting\.finished/);
    expect(await why({})).toMatch(/^nothing_happened: /);
    expect(await audited()).toContainEqual({ command: 'why', subject: owner.workspaceId, revealed: false });
  });

  it('says why a meeting is not recorded', async () => {
    const { meeting, why } = await aWorkspaceWithMeeting();

    expect(await why({ topic: 'recording', id: meeting })).toMatch(
      /^not_wanted: no settings say that it is recorded\n {2}reason: default/,
    );
  });

  it('refuses ids of another kind and unknown ones', async () => {
    const { meeting, why } = await aWorkspaceWithMeeting();

    await expect(why({ id: meeting })).rejects.toThrow('why webhooks takes a workspace');
    await expect(why({ topic: 'recording', id: meeting, meeting })).rejects.toThrow('takes one id');
    await expect(why({ topic: 'calendar', id: meeting })).rejects.toThrow('why calendar takes');
    const unknown = 'cal_01kcw3v9e2f3hb5wnkq8zr6m4t';
    await expect(why({ topic: 'calendar', id: unknown })).rejects.toThrow(`There is no calendar ${unknown}`);
  });
});
