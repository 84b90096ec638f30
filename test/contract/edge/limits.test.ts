import { FOUNDER_LIMITS, firstUses, type LimitName, type SharedLimit } from '#shared/foundation/core/limits';
import { appContext } from '#shared/wiring/app-context';
import { oneTurn } from '#test/doubles/aws/latency';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aWorld, callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { everyGroup } from './a-deployment.ts';

/** The documented limits, on a table where what overlaps conflicts. */
async function aBusyOffice() {
  const quiet = aWorld();
  const dynamo = inMemoryMainTable({ latency: oneTurn, time: quiet.clock });
  const context = { ...quiet.context, ...appContext({ ...quiet.context, table: tableOver(dynamo) }) };
  const world = aWorld(context);
  const call = callsTo(everyGroup(context));
  const owner = await world.anOwner();
  const post = (path: string, body: object, key = owner.key) => call('POST', path, { key, body });
  const patch = (path: string, body: object, key = owner.key) => call('PATCH', path, { key, body });
  const endpoint = await post('/webhook_endpoints', {
    workspace_id: owner.workspaceId,
    url: 'https://partner.test/hooks',
    enabled_events: ['*'],
  });
  const bot = await post('/bots', {
    workspace_id: owner.workspaceId,
    meeting_url: 'https://zoom.us/j/5555555555',
    join_at: '2026-11-03T12:00:00Z',
  });
  for (const limit of ['bots', 'webhook_endpoints'] as const)
    await context.limitCounter.giveBack(context.useOf(limit, owner.workspaceId, quiet.clock.now()));
  return {
    ...world,
    clock: quiet.clock,
    context,
    call,
    owner,
    post,
    patch,
    endpointId: String(endpoint.body.id),
    botId: String(bot.body.id),
    /** Uses a limit up but for one, as that many requests would have. */
    async allButOne(limit: LimitName, subject: string = owner.workspaceId) {
      const use = context.useOf(limit, subject, context.clock.now());
      for (let nth = 1; nth < use.most; nth += 1) await context.limitCounter.take(use);
    },
  };
}
type Office = Awaited<ReturnType<typeof aBusyOffice>>;

/** Webhook endpoints of a workspace. */
const MAX_ENDPOINTS = 20;

interface Case {
  readonly limit: LimitName;
  readonly passes: number;
  readonly call: (office: Office, nth: number, workspaceId?: string | number) => Promise<ApiResponse>;
  /** Whose limit it is, where that is no workspace. */
  readonly subject?: (office: Office) => string;
  readonly code?: string;
}

const push: Case['call'] = ({ post, owner }, nth, workspace_id = owner.workspaceId) =>
  post('/calendar_events', {
    workspace_id,
    member_data: { email: `m${nth}@acme.test` },
    ical_uid: `u${nth}@acme.test`,
    starts_at: '2026-11-02T14:00:00Z',
  });

const cases: readonly Case[] = [
  {
    limit: 'members',
    passes: 201,
    call: ({ post, owner }, nth, workspace_id = owner.workspaceId) =>
      post('/members', { workspace_id, email: `m${nth}@acme.test` }),
  },
  { limit: 'members', passes: 201, call: push },
  { limit: 'pushes', passes: 201, call: push },
  {
    limit: 'bots',
    passes: 201,
    call: ({ post, owner }, nth, workspace_id = owner.workspaceId) =>
      post('/bots', { workspace_id, meeting_url: `https://zoom.us/j/${1_000_000_000 + nth}` }),
  },
  {
    limit: 'workspaces',
    passes: 201,
    call: ({ post }, nth) => post('/workspaces', { name: `Acme ${nth}` }),
    subject: ({ owner }) => owner.userId,
    code: 'workspace_creation_rate_limited',
  },
  {
    limit: 'webhook_endpoints',
    passes: 201,
    call: ({ post, owner }, nth, workspace_id = owner.workspaceId) =>
      post('/webhook_endpoints', { workspace_id, url: `https://93.184.216.34/${nth}`, enabled_events: ['*'] }),
  },
  {
    limit: 'webhook_tests',
    passes: 200,
    call: ({ post, endpointId }) => post(`/webhook_endpoints/${endpointId}/test`, {}),
  },
  {
    limit: 'bulk_redeliveries',
    passes: 202,
    call: ({ post, endpointId }) =>
      post(`/webhook_endpoints/${endpointId}/redeliver`, { since: '2026-11-02T00:00:00Z', delivery_status: 'failed' }),
  },
  {
    limit: 'meeting_changes',
    passes: 200,
    call: ({ patch, botId }, nth) => patch(`/bots/${botId}`, { bot_name: `Scribe ${nth}` }),
  },
  {
    limit: 'wide_changes',
    passes: 200,
    call: ({ patch, owner }, nth, workspaceId = owner.workspaceId) =>
      patch(`/workspaces/${workspaceId}`, { email_domains: [`d${nth}.acme.test`] }),
  },
];

const AT_ONCE = sized({ everyday: 50, release: 200 });

const times = (count: number, make: (nth: number) => Promise<ApiResponse>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)));

describe.each(cases.map((one, nth) => [`${one.limit} (${nth + 1})`, one] as const))(
  'the limit of %s',
  (_name, { limit, passes, call, subject, code = 'rate_limited' }) => {
    it('lets one of many at once pass when one is left, and says when the next may come', async () => {
      const office = await aBusyOffice();
      await office.allButOne(limit, subject?.(office));

      const answers = await times(AT_ONCE, (nth) => call(office, nth));

      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === passes)).toHaveLength(1);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(AT_ONCE - 1);
      for (const { body, headers } of refused) {
        expect(body.errors[0].code).toBe(code);
        expect(headers['retry-after']).toBe(String(body.retry_in_seconds));
      }
      office.clock.advance(Number(refused[0]?.body.retry_in_seconds) * 1000);
      expect((await call(office, AT_ONCE)).status).toBe(passes);
    });
  },
);

describe.each(cases.filter(({ subject }) => !subject).map((one, nth) => [`${one.limit} (${nth + 1})`, one] as const))(
  'the limit of %s',
  (_name, { limit, passes, call }) => {
    it('counts per workspace, for every caller and under both of its ids', async () => {
      const office = await aBusyOffice();
      const colleague = await office.aColleague(office.owner.workspaceId, 'admin');
      const post: Office['post'] = (path, body) => office.post(path, body, colleague.key);
      const patch: Office['patch'] = (path, body) => office.patch(path, body, colleague.key);
      await office.allButOne(limit);
      expect((await call(office, 0)).status).toBe(passes);

      expect((await call(office, 1, office.owner.workspaceNumber)).status).toBe(429);
      expect((await call({ ...office, post, patch }, 2)).status).toBe(429);
    });

    it('is no other workspace’s', async () => {
      const office = await aBusyOffice();
      const other = await aBusyOffice();
      await office.allButOne(limit);
      await call(office, 0);

      expect((await call(other, 1)).status).toBe(passes);
    });
  },
);

const isSharedLimit = (limit: LimitName): limit is SharedLimit => Object.hasOwn(FOUNDER_LIMITS, limit);

describe.each(cases.flatMap(({ limit, ...one }) => (isSharedLimit(limit) ? [[limit, one] as const] : [])))(
  'the first uses of %s of a workspace',
  (limit, { passes, call }) => {
    it('pass though the other workspaces of its founder have used their limit up', async () => {
      const office = await aBusyOffice();
      const { context, owner } = office;
      const now = context.clock.now();
      const ofFounder = context.useOf(FOUNDER_LIMITS[limit].ofFounder, owner.userId, now);
      await context.limitCounter.take({ ...ofFounder, amount: ofFounder.most });
      const first = firstUses(limit, context.useOf(limit, owner.workspaceId, now).most);

      for (let nth = 0; nth < first; nth += 1) expect((await call(office, nth)).status).toBe(passes);
      const next = await call(office, first);

      expect(next.status).toBe(429);
      expect(next.body.errors[0].message).toContain('that one user founded');
    });
  },
);

describe('a refused request', () => {
  it('counts among the pushes, since its reads were made: one that another limit stops', async () => {
    const office = await aBusyOffice();
    const use = office.context.useOf('pushes', office.owner.workspaceId, office.clock.now());
    await push(office, 0);
    await office.allButOne('pushes');
    await office.context.limitCounter.giveBack(use);
    await office.allButOne('members');
    await office.post('/members', { workspace_id: office.owner.workspaceId, email: 'last@acme.test' });

    const stopped = await push(office, 1);
    const beyond = [await push(office, 2), await push(office, 0)];

    expect(stopped.status).toBe(429);
    expect(stopped.body.errors[0].message).toContain('members');
    expect(beyond.map(({ status }) => status)).toEqual([429, 429]);
    expect(beyond[0]?.body.errors[0].message).toContain('pushed');
  });

  it('does not count elsewhere: an endpoint too many leaves the limit of new endpoints as it was', async () => {
    const office = await aBusyOffice();
    const { context, owner, post } = office;
    const add = (nth: number) =>
      post('/webhook_endpoints', {
        workspace_id: owner.workspaceId,
        url: `https://93.184.216.34/${nth}`,
        enabled_events: ['*'],
      });
    for (let nth = 1; nth < MAX_ENDPOINTS; nth += 1) expect((await add(nth)).status).toBe(201);
    const use = context.useOf('webhook_endpoints', owner.workspaceId, office.clock.now());
    for (let nth = MAX_ENDPOINTS; nth < use.most; nth += 1) await context.limitCounter.take(use);

    const refused = await add(MAX_ENDPOINTS);
    const remove = (id: string) => office.call('DELETE', `/webhook_endpoints/${id}`, { key: owner.key });
    await remove(office.endpointId);
    const carriedOut = await add(MAX_ENDPOINTS);
    await remove(String(carriedOut.body.id));

    expect([refused.status, carriedOut.status]).toEqual([409, 201]);
    expect((await add(MAX_ENDPOINTS)).status).toBe(429);
  });
});
