import { userKey } from '#shared/accounts/identity/credentials-store';
import type { UserId } from '#shared/foundation/core/ids';
import { appContext } from '#shared/wiring/app-context';
import { oneTurn } from '#test/doubles/aws/latency';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aWorld, callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { describe, expect, it } from '#test/support/jest';
import { everyGroup } from './a-deployment.ts';

/** A deployment whose table takes a turn of the event loop for every request, so that what overlaps conflicts. */
async function aBusyDeployment() {
  const quiet = aWorld();
  const dynamo = inMemoryMainTable({ latency: oneTurn, time: quiet.clock });
  const context = { ...quiet.context, ...appContext({ ...quiet.context, table: tableOver(dynamo) }) };
  const world = aWorld(context);
  const owner = await world.anOwner();
  const call = callsTo(everyGroup(context));
  const post = (path: string, body: object) =>
    call('POST', path, { key: owner.key, body: { workspace_id: owner.workspaceId, ...body } });
  return { context, dynamo, owner, call, post };
}

const tally = (answers: readonly ApiResponse[]) =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))]
      .sort()
      .map((one) => [one, answers.filter(({ status }) => status === one).length]),
  );

const times = <One>(count: number, make: (at: number) => One): One[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Types of the events that wait in the outbox. */
const eventsIn = ({ dynamo }: { readonly dynamo: ReturnType<typeof inMemoryMainTable> }) =>
  dynamo
    .items()
    .filter(({ type }) => type?.S === 'event')
    .map(({ sk }) => String(sk?.S).split('#')[1])
    .sort();

const aPush = {
  member_data: { name: 'Ada', email: 'ada@acme.test' },
  ical_uid: 'abc@calendar.test',
  title: 'Planning',
  starts_at: '2026-11-02T14:00:00Z',
  ends_at: '2026-11-02T15:00:00Z',
  meeting_url: 'https://meet.google.com/abc-good-def',
};

const subscribing = { url: 'https://partner.test/hooks', enabled_events: ['*'] };

describe('concurrent requests', () => {
  it('100 equal pushes create one calendar event, meeting and member, and send one event', async () => {
    const world = await aBusyDeployment();
    const { post, call, owner } = world;
    await post('/webhook_endpoints', subscribing);

    const answers = await Promise.all(times(100, () => post('/calendar_events', aPush)));

    expect(tally(answers)).toEqual({ 200: 99, 201: 1 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    for (const path of ['/meetings', '/members']) {
      const { body } = await call('GET', `${path}?workspace_id=${owner.workspaceId}`, { key: owner.key });
      expect(body.data).toHaveLength(1);
    }
    expect(eventsIn(world)).toEqual(['meeting.created']);
  });

  it('pushes of one occurrence by 10 members create one meeting; a request that lost too many races gets 409 and can be repeated', async () => {
    const world = await aBusyDeployment();
    await world.post('/webhook_endpoints', subscribing);
    const push = (at: number) =>
      world.post('/calendar_events', { ...aPush, member_data: { email: `m${at}@acme.test` } });

    const first = await Promise.all(times(10, push));
    const again = await Promise.all(times(10, push));

    const statuses = new Set([...first, ...again].map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
    const made = again.filter(({ status }) => status !== 409);
    expect(made).toHaveLength(10);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(10);
    expect(new Set(made.map(({ body }) => body.meeting_id)).size).toBe(1);
    expect(eventsIn(world).filter((type) => type === 'meeting.created')).toHaveLength(1);
  });

  it('a push and a change of metadata are both saved', async () => {
    const { post, call, owner } = await aBusyDeployment();
    const { meeting_id } = (await post('/calendar_events', aPush)).body;

    const [moved, labelled] = await Promise.all([
      post('/calendar_events', { ...aPush, title: 'Moved' }),
      call('PATCH', `/meetings/${meeting_id}`, { key: owner.key, body: { metadata: { one: 1 } } }),
    ]);

    expect([moved.status, labelled.status]).toEqual([200, 200]);
    const { body } = await call('GET', `/meetings/${meeting_id}`, { key: owner.key });
    expect([body.title, body.metadata]).toEqual(['Moved', { one: '1' }]);
  });

  it('30 bots for one link: one is created, and the errors of the others name it', async () => {
    const world = await aBusyDeployment();
    await world.post('/webhook_endpoints', subscribing);

    const answers = await Promise.all(times(30, () => world.post('/bots', { meeting_url: aPush.meeting_url })));

    expect(tally(answers)).toEqual({ 201: 1, 409: 29 });
    const [sent, ...refused] = answers.toSorted((one, other) => one.status - other.status);
    expect(refused.filter(({ body }) => !body.errors[0].message.includes(sent?.body.id))).toEqual([]);
    expect(eventsIn(world)).toEqual(['meeting.created']);
  });

  it('two cancellations of one bot cancel it once', async () => {
    const world = await aBusyDeployment();
    await world.post('/webhook_endpoints', subscribing);
    const { id } = (await world.post('/bots', { meeting_url: aPush.meeting_url })).body;

    const answers = await Promise.all(times(2, () => world.call('DELETE', `/bots/${id}`, { key: world.owner.key })));

    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    expect(eventsIn(world).filter((type) => type === 'bot.cancelled')).toHaveLength(1);
  });

  it('20 first requests with a key succeed, and store its pin once', async () => {
    const { call, owner, context } = await aBusyDeployment();

    const answers = await Promise.all(times(20, () => call('GET', '/workspaces', { key: owner.key })));

    expect(tally(answers)).toEqual({ 200: 20 });
    expect((await userKey(context.table, owner.userId as UserId))?.pin).toBe('2026-10-12');
  });
});
