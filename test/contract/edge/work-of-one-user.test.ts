import { randomBytes } from 'node:crypto';
import type { UserId } from '#shared/foundation/core/ids';
import { LIMITS } from '#shared/foundation/core/limits';
import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { meetings } from '#shared/meetings/meetings/store';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { statsPartitions } from '#shared/webhooks/stats/stats-store';
import { appContext } from '#shared/wiring/app-context';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aTextOfShortWords } from '#test/support/a-long-text';
import { aWorld, callsTo, noon } from '#test/support/api';
import { insertMeetings } from '#test/support/insert-meetings';
import { describe, expect, it } from '#test/support/jest';
import { requestCounter } from '#test/support/request-counter';
import { aPush } from '../calendar-events/a-partner.ts';
import { anOrderConversation } from '../conversations/an-order-conversation.ts';
import { everyGroup } from './a-deployment.ts';

const MOST = 40_000_000;

/** A deployment that takes less of a user than others, so that fewer requests reach it. */
async function anAttackedOffice(most = MOST) {
  const world = aWorld();
  const owner = await world.anOwner();
  const colleague = await world.aColleague(owner.workspaceId, 'admin');
  const counter = requestCounter();
  const table = tableOver(counter.watch(world.dynamo));
  /** A process of the service: it has nothing in its memory. */
  const aProcess = () => {
    const context = { ...world.context, ...appContext({ ...world.context, table, limits: { work_bytes: most } }) };
    const call = callsTo(everyGroup(context));
    return (method: string, path: string, { key }: { readonly key: string } = owner) =>
      call(method, path.replace('WORKSPACE', owner.workspaceId), { key });
  };
  const used = (userId: UserId) =>
    world.dynamo
      .items()
      .flatMap(({ pk, used: bytes }) => (pk?.S?.includes(`${userId}#work_bytes`) ? [Number(bytes?.N)] : []));
  return { ...world, world, owner, colleague, counter, aProcess, call: aProcess(), used };
}
type Office = Awaited<ReturnType<typeof anAttackedOffice>>;

const LIST = '/meetings?workspace_id=WORKSPACE&limit=100&include=settings';

/** A hundred meetings whose rows nearly take what the table allows. */
async function heavyMeetings({ context, world, owner }: Office): Promise<void> {
  const pushed = await callsTo(everyGroup(context))('POST', '/calendar_events', {
    key: owner.key,
    body: {
      workspace_id: owner.workspaceId,
      member_data: { email: 'ada@acme.test' },
      ical_uid: 'one',
      starts_at: '2026-11-03T10:00:00Z',
    },
  });
  for (const id of await insertMeetings(world, pushed.body.meeting_id, 100)) {
    const before = await meetings.find(context.table, id as Meeting['id']);
    if (!before) throw new Error('The meeting is not there.');
    const metadata = { notes: randomBytes(120_000).toString('base64') };
    const [row] = meetings.put(before, { ...before.state, metadata });
    if (row) await context.table.write(row);
  }
}

/** Of characters beyond the basic plane, which no compression makes much shorter. */
const aRandomText = (characters: number): string =>
  Array.from(randomBytes(characters), (byte) => String.fromCodePoint(0x1_0000 + byte * 257)).join('');

/** Sends a request until it is refused, at most so many times. */
async function untilRefused(call: Office['call'], path: string, most: number, method = 'GET') {
  for (let sent = 1; sent <= most; sent += 1) {
    const answer = await call(method, path);
    if (answer.status === 429) return { sent, refused: answer };
    if (answer.status !== 200) throw new Error(`${path} is ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  throw new Error(`${path} was answered ${most} times.`);
}

describe('a user whose requests read and answer more than the limit of a minute', () => {
  it('429: by lists of heavy meetings, until the minute is over', async () => {
    const office = await anAttackedOffice();
    await heavyMeetings(office);
    office.clock.advance(10 * SECOND_MS);

    const { refused } = await untilRefused(office.call, LIST, 20);

    expect([refused.headers['retry-after'], refused.body.retry_in_seconds]).toEqual(['50', 50]);
    expect(refused.body.errors).toEqual([
      expect.objectContaining({ code: 'rate_limited', message: expect.stringContaining('for one user') }),
    ]);
    office.clock.advance(50 * SECOND_MS);
    expect((await office.call('GET', LIST)).status).toBe(200);
  });

  it('is refused all other requests, and other users of the workspace none', async () => {
    const office = await anAttackedOffice();
    await heavyMeetings(office);
    await untilRefused(office.call, LIST, 20);

    const own = await Promise.all([
      office.call('GET', '/members?workspace_id=WORKSPACE'),
      office.call('GET', '/workspaces/WORKSPACE'),
      office.call('POST', '/members'),
    ]);

    expect(own.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect((await office.call('GET', LIST, office.colleague)).status).toBe(200);
    expect((await office.call('GET', '/members?workspace_id=WORKSPACE', office.colleague)).status).toBe(200);
  });

  it('has nothing read but the key where it is refused', async () => {
    const office = await anAttackedOffice();
    await heavyMeetings(office);
    await untilRefused(office.call, LIST, 20);

    const { tally } = await office.counter.during(() => office.call('GET', LIST));

    expect(tally).toMatchObject({ trips: 1 });
  });

  it('gets two heavy answers of each further process, and no more in that minute', async () => {
    const office = await anAttackedOffice();
    await heavyMeetings(office);
    await untilRefused(office.call, LIST, 20);

    for (let process = 0; process < 3; process += 1)
      expect((await untilRefused(office.aProcess(), LIST, 3)).sent).toBeLessThanOrEqual(3);
  });

  it('429: by statistics of an endpoint with attempts in each hour of a week', async () => {
    const office = await anAttackedOffice(5_000_000);
    const { context, owner, call } = office;
    const made = await callsTo(everyGroup(context))('POST', '/webhook_endpoints', {
      key: owner.key,
      body: { workspace_id: owner.workspaceId, url: 'https://partner.test/hooks', enabled_events: ['*'] },
    });
    for (const pk of statsPartitions(made.body.id))
      for (let hours = 1; hours < 7 * 24; hours += 1)
        await Promise.all(
          Array.from({ length: 2 }, (_, nth) => {
            const hour = noon - hours * 3_600_000;
            const sk = `${new Date(hour).toISOString().slice(0, 13)}#${nth}`;
            return context.table.write({
              put: { pk, sk, type: 'endpoint_stats', hour, '2xx': 1, delivered: 1, ms3: 1 },
            });
          }),
        );
    const from = new Date(noon - 7 * 24 * 3_600_000).toISOString();

    const { sent } = await untilRefused(call, `/webhook_endpoints/${made.body.id}/stats?from=${from}`, 40);

    expect(sent).toBeGreaterThan(10);
  });

  it.each(['GET', 'HEAD'])('429: by %s of texts that are too short to be counted by themselves', async (method) => {
    const office = await anAttackedOffice();
    const { world, owner, call } = office;
    const { id: conversationId, workspaceId } = await anOrderConversation(world, owner, { kind: 'transcription' });
    const file = { workspaceId, conversationId, revision: '1' };
    await resultsInFiles(world.files).saveTranscript(file, aTextOfShortWords(14_000));

    const { sent } = await untilRefused(call, `/conversations/${conversationId}/transcript?format=srt`, 100, method);

    expect(sent).toBeGreaterThan(40);
  });
});

describe('a user with ordinary requests', () => {
  it('has one write for a megabyte, which no request waits for', async () => {
    const { call, used, owner } = await anAttackedOffice();
    for (let nth = 0; nth < 20; nth += 1) await call('GET', '/members?workspace_id=WORKSPACE');
    expect(used(owner.userId)).toEqual([]);

    for (let nth = 0; nth < 80; nth += 1) await call('GET', '/members?workspace_id=WORKSPACE');

    const [bytes = 0] = used(owner.userId);
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(bytes).toBeLessThan(3_000_000);
  });

  it('is counted anew each minute', async () => {
    const office = await anAttackedOffice();
    await heavyMeetings(office);
    for (let minute = 0; minute < 4; minute += 1) {
      expect((await office.call('GET', LIST)).status).toBe(200);
      office.clock.advance(MINUTE_MS);
    }
  });
});

it('bodies that are parsed count as well, whatever is answered', async () => {
  const { context, owner } = await anAttackedOffice();
  const call = callsTo(everyGroup({ ...context, ...appContext({ ...context, limits: { work_bytes: MOST } }) }));
  const body = { workspace_id: owner.workspaceId, name: 'Terms', nonsense: 'x'.repeat(900_000) };

  const statuses = [];
  for (let sent = 0; sent < 20; sent += 1)
    statuses.push((await call('POST', '/folders', { key: owner.key, body })).status);

  expect(new Set(statuses.slice(0, 10))).toEqual(new Set([422]));
  expect(statuses.at(-1)).toBe(429);
});

describe('rows that requests write', () => {
  /** An office that pushes an event, and what each push counts as. */
  async function aPushingOffice() {
    const office = await anAttackedOffice(Number.MAX_SAFE_INTEGER);
    const { context, owner, used } = office;
    const limits = { work_bytes: Number.MAX_SAFE_INTEGER };
    const call = callsTo(everyGroup({ ...context, ...appContext({ ...context, limits }) }));
    const body = { workspace_id: owner.workspaceId, ...aPush() };
    const post = (path: string, sent: object) => call('POST', path, { key: owner.key, body: sent });
    await post('/webhook_endpoints', {
      ...{ workspace_id: owner.workspaceId, enabled_events: ['*'], url: 'https://partner.test/hooks' },
    });
    const { workspaceId: workspace_id } = owner;
    await post('/settings', { workspace_id, recording: { enabled: true }, scope: [`workspace:${workspace_id}`] });
    const push = async (change: object) =>
      expect([200, 201]).toContain((await post('/calendar_events', { ...body, ...change })).status);
    return {
      ...office,
      push,
      /** The bytes of work of so many pushes. */
      async workOf(pushes: readonly object[]): Promise<number> {
        for (let nth = 0; nth < 3; nth += 1) await push({ title: String(nth) });
        const before = used(owner.userId)[0] ?? 0;
        for (const change of pushes) await push(change);
        return (used(owner.userId)[0] ?? 0) - before;
      },
    };
  }

  it('count by their size: of a large event so few changes are possible that the table has room for others', async () => {
    const { push, workOf } = await aPushingOffice();
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, nth) => [`key${nth}`, aRandomText(500)]));
    await push({ metadata });

    const bytes = await workOf(Array.from({ length: 10 }, (_, nth) => ({ title: `Title ${nth}` })));

    expect((10 * LIMITS.work_bytes.most) / bytes).toBeLessThan(300);
  });

  it('leave room for as many pushes as a workspace may have, each with a meeting, a bot and a webhook event', async () => {
    const { workOf } = await aPushingOffice();

    const bytes = await workOf(
      Array.from({ length: 40 }, (_, nth) => ({
        ical_uid: `${nth}@calendar.test`,
        meeting_url: `https://zoom.us/j/${90_000_000_000 + nth}`,
      })),
    );

    expect((40 * LIMITS.work_bytes.most) / bytes).toBeGreaterThan(LIMITS.pushes.most);
  });
});
