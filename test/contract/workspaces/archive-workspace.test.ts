import { bots } from '#functions/api/bots/index';
import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { workspaces } from '#functions/api/workspaces/index';
import { members as storedMembers } from '#shared/accounts/members/store';
import {
  archiveWorkspaceContract as contract,
  getWorkspaceContract,
  listWorkspacesContract,
} from '#shared/accounts/workspaces/contract';
import { workspaces as storedWorkspaces } from '#shared/accounts/workspaces/store';
import { calendarConnections as storedConnections } from '#shared/calendars/connections/store';
import type { MemberId, WebhookEndpointId } from '#shared/foundation/core/ids';
import { LostRace } from '#shared/foundation/core/store';
import { HOUR_MS, later, MINUTE_MS } from '#shared/foundation/core/time';
import { bots as storedBots } from '#shared/meetings/bots/store';
import { meetings as storedMeetings } from '#shared/meetings/meetings/store';
import { webhookEndpoints as storedEndpoints } from '#shared/webhooks/endpoints/store';
import { acceptingSender } from '#test/support/accepting-sender';
import { callsTo, noon } from '#test/support/api';
import { aBotStory, minutes } from '#test/support/bot-story';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { failingEveryNthSave } from '#test/support/failing-saves';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { webhookEventTypes } from '#test/support/subscriptions';
import { aConnectedPartner } from '../calendar-connections/a-connection.ts';

async function aWorkspace() {
  const partner = await aConnectedPartner();
  const { world, owner } = partner;
  const call = callsTo(workspaces(world.context));
  return {
    ...partner,
    housekeeping: housekeepingWorker(world),
    callWorkspaces: call,
    archive: (key = owner.key, id: string | number = owner.workspaceId) => call('DELETE', `/workspaces/${id}`, { key }),
    row: async () => (await storedWorkspaces.find(world.context.table, owner.workspaceId))?.state,
  };
}

describe('DELETE /workspaces/{id}', () => {
  it('200: answers it with `archived_at`; it is not listed any more, and every call naming it is 401', async () => {
    const { archive, callWorkspaces, owner, call, push } = await aWorkspace();

    const body = expectSuccess(contract, await archive(), 200);

    const now = '2026-11-02T12:00:00.000Z';
    expect(body).toMatchObject({ id: owner.workspaceId, archived_at: now, updated_at: now, role: 'owner' });
    const { key } = owner;
    const listed = await callWorkspaces('GET', '/workspaces', { key });
    expect(expectSuccess(listWorkspacesContract, listed, 200).data).toEqual([]);
    const read = await callWorkspaces('GET', `/workspaces/${owner.workspaceId}`, { key });
    expect(expectError(getWorkspaceContract, read, 401)).toEqual(['unauthorized']);
    expect(expectError(contract, await archive(), 401)).toEqual(['unauthorized']);
    expect((await call('GET', `/calendar_connections?workspace_id=${owner.workspaceId}`, { key })).status).toBe(401);
    expect((await push({ member_data: { email: 'a@x.test' }, ical_uid: 'a', starts_at: now })).status).toBe(401);
  });

  it('200: by its number; 200 once and 401 to the others when many ask at once', async () => {
    const { archive, owner } = await aWorkspace();

    const answers = await Promise.all(Array.from({ length: 4 }, () => archive(owner.key, owner.workspaceNumber)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('200: to callers of older versions in camelCase', async () => {
    const { callWorkspaces, owner } = await aWorkspace();
    const headers = { 'service-version': '2026-10-09' };

    const { body } = await callWorkspaces('DELETE', `/workspaces/${owner.workspaceId}`, { key: owner.key, headers });

    expect(body.archivedAt).toBe('2026-11-02T12:00:00.000+00:00');
  });

  it('200: counts towards the twenty a day all the same', async () => {
    const { callWorkspaces, owner } = await aWorkspace();
    const { key } = owner;
    for (let nth = 0; nth < 20; nth += 1) {
      const { body } = await callWorkspaces('POST', '/workspaces', { key, body: { name: `Acme ${nth}` } });
      await callWorkspaces('DELETE', `/workspaces/${body.id}`, { key });
    }

    const { status, body } = await callWorkspaces('POST', '/workspaces', { key, body: { name: 'Once more' } });

    expect([status, body.errors[0].code]).toEqual([429, 'workspace_creation_rate_limited']);
  });

  it('200: who has one workspace left need not name it', async () => {
    const { archive, callWorkspaces, owner, world } = await aWorkspace();
    const { key } = owner;
    const { body: next } = await callWorkspaces('POST', '/workspaces', { key, body: { name: 'Next' } });
    const send = callsTo(bots(world.context));
    const unnamed = () => send('POST', '/bots', { key, body: { meeting_url: 'https://meet.google.com/abc-good-def' } });
    expect((await unnamed()).status).toBe(400);

    await archive();

    const sent = await unnamed();
    expect(sent.status).toBe(201);
    await callWorkspaces('DELETE', `/workspaces/${next.id}`, { key });
    expect((await unnamed()).body.errors).toMatchObject([{ code: 'bad_request', field: 'workspace_id' }]);
  });

  it('409: lost race after race', async () => {
    const { world, owner } = await aWorkspace();
    const changes = { save: () => Promise.reject(new LostRace('Always.')) };
    const call = callsTo(workspaces({ ...world.context, changes }));

    const answered = await call('DELETE', `/workspaces/${owner.workspaceId}`, { key: owner.key });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });
});

describe('what goes on in an archived workspace', () => {
  it('ends with its events: bots are cancelled, calendars disconnected; then its endpoints are disabled', async () => {
    const { archive, housekeeping, world, owner, connect, sync, aMember, needs, row, recordEverything } =
      await aWorkspace();
    const { context } = world;
    const ada = await aMember('Ada');
    await recordEverything();
    const connection = await connect(ada);
    const event = await sync(connection);
    const send = callsTo(bots(context));
    const asked = { workspace_id: owner.workspaceId, meeting_url: 'https://meet.google.com/xyz-good-abc' };
    const sent = await send('POST', '/bots', { key: owner.key, body: asked });
    const endpoints = callsTo(
      webhookEndpoints({ ...context, lookUp: async () => ['93.184.216.34'], sender: acceptingSender }),
    );
    const hook = { workspace_id: owner.workspaceId, url: 'https://partner.test/hooks', enabled_events: ['*'] };
    const { body: endpoint } = await endpoints('POST', '/webhook_endpoints', { key: owner.key, body: hook });
    const before = webhookEventTypes(world);
    await archive();

    await housekeeping.runOnce();
    world.clock.advance(MINUTE_MS);
    await housekeeping.runOnce();
    world.clock.advance(9 * MINUTE_MS);
    const statusOf = async () =>
      (await storedEndpoints.find(context.table, endpoint.id as WebhookEndpointId))?.state.status;

    expect(await statusOf()).toBe('enabled');
    await housekeeping.untilQuiet();
    expect(await statusOf()).toBe('disabled');
    expect((await row())?.endpoints).toMatchObject([{ enabled: false }]);
    expect((await storedBots.find(needs.table, sent.body.id))?.state.status).toBe('cancelled');
    const meeting = await storedMeetings.find(needs.table, event.meetingId);
    expect(meeting?.state.recordings).toMatchObject([{ status: 'cancelled' }]);
    expect((await storedConnections.find(needs.table, connection.id))?.state.status).toBe('disconnected');
    expect((await storedMembers.find(needs.table, ada as MemberId))?.state.connections).toMatchObject([
      { status: 'disconnected' },
    ]);
    const told = webhookEventTypes(world).slice();
    for (const type of before) told.splice(told.indexOf(type), 1);
    expect(told).toEqual([
      'bot.cancelled',
      'bot.cancelled',
      'calendar_connection.disconnected',
      'meeting.updated',
      'meeting.updated',
    ]);
  });

  it('cancels a bot in its call, and requests this from the recorder', async () => {
    const story = await aBotStory();
    const { id } = (await story.send()).body;
    await story.workers.work(id);
    const call = callsTo(workspaces(story.context));
    await call('DELETE', `/workspaces/${story.owner.workspaceId}`, { key: story.owner.key });

    await housekeepingWorker(story.world).untilQuiet();

    expect((await storedBots.find(story.context.table, id))?.state.status).toBe('cancelled');
    expect(story.world.dynamo.items().some(({ sk }) => sk?.S === `EVENT#job.recording#${id}`)).toBe(true);
  });

  it('does not begin: a bot that is due before the job comes to it is cancelled instead of sent', async () => {
    const story = await aBotStory();
    const { id } = (await story.send({ join_at: minutes(10) })).body;
    const call = callsTo(workspaces(story.context));
    await call('DELETE', `/workspaces/${story.owner.workspaceId}`, { key: story.owner.key });
    story.world.clock.advance(10 * MINUTE_MS);

    await story.workers.work(id);

    expect((await storedBots.find(story.context.table, id))?.state.status).toBe('cancelled');
  });

  it('is ended in slices, including late writes, by the next worker after one that failed', async () => {
    const { archive, world, connect, sync, aMember, needs, recordEverything } = await aWorkspace();
    await recordEverything();
    const connection = await connect(await aMember('Ada'));
    const events = [];
    for (let nth = 0; nth < 60; nth += 1)
      events.push(await sync(connection, { startsAt: later(noon, (nth + 2) * HOUR_MS) }));
    await archive();
    const { context } = failingEveryNthSave(7, world);
    const mortal = housekeepingWorker(world, { context, timeLeft: 0 });
    await mortal.runOnce().catch(() => undefined);
    events.push(await sync(connection, { startsAt: later(noon, 100 * HOUR_MS) }));

    while (mortal.jobs().some(({ type }) => type === 'job.workspace_closing')) {
      await mortal.runOnce().catch(() => undefined);
      world.clock.advance(MINUTE_MS);
    }

    for (const { meetingId } of events)
      expect((await storedMeetings.find(needs.table, meetingId))?.state.recordings).toMatchObject([
        { status: 'cancelled' },
      ]);
  });
});
