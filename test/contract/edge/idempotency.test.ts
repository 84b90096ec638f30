import fc from 'fast-check';
import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { removeFromWorkspace } from '#shared/accounts/identity/commands/remove-from-workspace';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { appContext } from '#shared/wiring/app-context';
import { oneTurn } from '#test/doubles/aws/latency';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { acceptingSender } from '#test/support/accepting-sender';
import { aWorld, callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { countedCallsTo } from '#test/support/counted-calls';
import { describe, expect, it } from '#test/support/jest';
import { putOlderRole } from '#test/support/older-role';
import { codesOf, everyGroup } from './a-deployment.ts';

/** An office on a table where what overlaps conflicts. */
async function anOffice() {
  const quiet = aWorld();
  const dynamo = inMemoryMainTable({ latency: oneTurn, time: quiet.clock });
  const context = { ...quiet.context, ...appContext({ ...quiet.context, table: tableOver(dynamo) }) };
  const world = { ...aWorld(context, dynamo), clock: quiet.clock };
  const owner = await world.anOwner();
  const call = callsTo(everyGroup(context));
  const post = (path: string, body: object | undefined, idempotencyKey?: string, key = owner.key) =>
    call('POST', path, {
      key,
      body,
      headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    });
  const listed = async (path: string) =>
    (await call('GET', `${path}?workspace_id=${owner.workspaceId}&limit=100`, { key: owner.key })).body.data;
  return { ...world, dynamo, context, owner, call, post, listed };
}
type Office = Awaited<ReturnType<typeof anOffice>>;

const aBot = ({ owner }: Office, more: object = {}) => ({
  workspace_id: owner.workspaceId,
  meeting_url: 'https://meet.google.com/abc-good-def',
  ...more,
});

async function demote(context: Office['context'], userId: UserId, workspaceId: WorkspaceId) {
  const at = context.clock.now();
  const guest = { userId, workspaceId, role: 'guest', createdAt: at } as const;
  await context.changes.save({ at, writes: [putOlderRole(guest)] });
}

const isReplay = ({ headers }: ApiResponse) => headers['idempotent-replayed'] === 'true';

const times = (count: number, make: () => Promise<ApiResponse>) => Promise.all(Array.from({ length: count }, make));

describe('a POST with an Idempotency-Key', () => {
  it('runs once, and a repeated request gets the recorded response', async () => {
    const office = await anOffice();

    const first = await office.post('/bots', aBot(office), 'key-1');
    office.clock.advance(5 * MINUTE_MS);
    const second = await office.post('/bots', aBot(office), 'key-1');

    expect(first.status).toBe(201);
    expect(isReplay(first)).toBe(false);
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers['location']).toBe(first.headers['location']);
    expect(isReplay(second)).toBe(true);
    expect(await office.listed('/bots')).toHaveLength(1);
  });

  it('runs once for 30 concurrent requests, which all get its response', async () => {
    const office = await anOffice();

    const answers = await times(30, () => office.post('/bots', aBot(office), 'key-1'));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(await office.listed('/bots')).toHaveLength(1);
  });

  it.each([
    ['members', (office: Office) => ({ workspace_id: office.owner.workspaceId, name: 'Ada' })],
    ['settings', (office: Office) => ({ workspace_id: office.owner.workspaceId, recording: { enabled: true } })],
    [
      'webhook_endpoints',
      (office: Office) => ({
        workspace_id: office.owner.workspaceId,
        url: 'https://partner.test/hooks',
        enabled_events: ['*'],
      }),
    ],
  ])('of ten at once makes one: %s', async (path, body) => {
    const office = await anOffice();

    const answers = await times(10, () => office.post(`/${path}`, body(office), 'key-1'));

    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(await office.listed(`/${path}`)).toHaveLength(1);
  });

  it('is the same request in either casing, in any order, as a form or as JSON, with or without a slash', async () => {
    const office = await anOffice();
    const first = await office.post('/bots', aBot(office), 'key-1');

    const { meeting_url, workspace_id } = aBot(office);
    const camel = await office.post('/bots/', { meetingUrl: meeting_url, workspaceId: workspace_id }, 'key-1');
    const form = await office.call('POST', '/bots', {
      key: office.owner.key,
      raw: String(new URLSearchParams({ meeting_url, workspace_id })),
      headers: { 'idempotency-key': 'key-1', 'content-type': 'application/x-www-form-urlencoded' },
    });

    expect([camel.body.id, form.body.id]).toEqual([first.body.id, first.body.id]);
    expect([camel, form].map(isReplay)).toEqual([true, true]);
  });

  it('422: is refused with another body, and nothing is saved', async () => {
    const office = await anOffice();
    await office.post('/bots', aBot(office), 'key-1');

    const answered = await office.post('/bots', aBot(office, { bot_name: 'Another' }), 'key-1');

    expect(answered.status).toBe(422);
    expect(codesOf(answered)).toEqual(['idempotency_key_reused']);
    expect(await office.listed('/bots')).toHaveLength(1);
  });

  it('is another request with another key, path or user', async () => {
    const office = await anOffice();
    const colleague = await office.aColleague(office.owner.workspaceId, 'admin');
    const member = { workspace_id: office.owner.workspaceId, name: 'Ada' };

    const answers = [
      await office.post('/members', member, 'key-1'),
      await office.post('/members', member, 'key-2'),
      await office.post('/members', member, 'key-1', colleague.key),
      await office.post('/settings', { workspace_id: office.owner.workspaceId }, 'key-1'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(answers.filter(isReplay)).toEqual([]);
    expect(await office.listed('/members')).toHaveLength(3);
  });

  it('runs again after 24 hours, whether or not the table has deleted the record', async () => {
    const office = await anOffice();
    const member = { workspace_id: office.owner.workspaceId, name: 'Ada' };
    const first = await office.post('/members', member, 'key-1');
    office.clock.advance(DAY_MS - 1);
    const inTime = await office.post('/members', member, 'key-1');
    office.clock.advance(1);
    const late = await office.post('/members', member, 'key-1');
    const again = await office.post('/members', member, 'key-1');

    expect(inTime.body.id).toBe(first.body.id);
    expect(late.body.id).not.toBe(first.body.id);
    expect(isReplay(late)).toBe(false);
    expect(again.body.id).toBe(late.body.id);
  });

  it('records a refusal of the operation, and a response that saved nothing', async () => {
    const office = await anOffice();
    await office.post('/bots', aBot(office));
    const refused = await office.post('/bots', aBot(office), 'key-1');
    const [bot] = await office.listed('/bots');
    await office.call('DELETE', `/bots/${bot.id}`, { key: office.owner.key });
    const again = await office.post('/bots', aBot(office), 'key-1');

    expect([refused.status, again.status]).toEqual([409, 409]);
    expect(again.body).toEqual(refused.body);
    expect(isReplay(again)).toBe(true);

    const ada = { workspace_id: office.owner.workspaceId, email: 'ada@acme.test' };
    await office.post('/members', ada);
    const found = await office.post('/members', ada, 'key-2');
    const foundAgain = await office.post('/members', ada, 'key-2');
    expect([found.status, foundAgain.status]).toEqual([200, 200]);
    expect(isReplay(foundAgain)).toBe(true);
  });

  it('records no 401, no 429 and no unreadable request', async () => {
    const office = await anOffice();
    const guest = await office.aColleague(office.owner.workspaceId, 'guest');
    const use = office.context.useOf('bots', office.owner.workspaceId, office.clock.now());
    for (let nth = 0; nth < use.most; nth += 1) await office.context.limitCounter.take(use);

    expect((await office.post('/bots', aBot(office), 'key-1', guest.key)).status).toBe(401);
    const limited = await office.post('/bots', aBot(office), 'key-1');
    expect(limited.status).toBe(429);
    expect((await office.post('/bots', { meeting_url: 1 }, 'key-1')).status).toBe(422);
    office.clock.advance(limited.body.retry_in_seconds * 1000);

    const passes = await office.post('/bots', aBot(office), 'key-1');
    expect(passes.status).toBe(201);
    expect(isReplay(passes)).toBe(false);
  });

  it('keeps a secret that is shown once sealed, and shows it again', async () => {
    const office = await anOffice();
    const endpoint = { workspace_id: office.owner.workspaceId, url: 'https://partner.test/h', enabled_events: ['*'] };

    const made = await office.post('/webhook_endpoints', endpoint, 'key-1');
    const again = await office.post('/webhook_endpoints', endpoint, 'key-1');
    const rotated = await office.post(`/webhook_endpoints/${made.body.id}/rotate_secret`, undefined, 'key-1');
    const rotatedAgain = await office.post(`/webhook_endpoints/${made.body.id}/rotate_secret`, undefined, 'key-1');

    expect(made.body.secret).toMatch(/^whsec_/);
    expect(again.body).toEqual(made.body);
    expect(rotatedAgain.body).toEqual(rotated.body);
    expect(rotated.body.secret).not.toBe(made.body.secret);
    const stored = JSON.stringify(office.dynamo.items());
    expect(stored).not.toContain(made.body.secret);
    expect(stored).not.toContain(rotated.body.secret);
  });

  it.each<[string, (office: Office, userId: UserId) => Promise<unknown>]>([
    [
      'was removed from the workspace',
      ({ context, owner }, userId) => removeFromWorkspace(context)(userId, owner.workspaceId),
    ],
    ['has a lesser role', ({ context, owner }, userId) => demote(context, userId, owner.workspaceId)],
    [
      'belongs to a workspace that was archived',
      ({ call, owner }) => call('DELETE', `/workspaces/${owner.workspaceId}`, { key: owner.key }),
    ],
  ])('shows a user nothing again who %s', async (_what, takeAway) => {
    const office = await anOffice();
    const admin = await office.aColleague(office.owner.workspaceId, 'admin');
    const endpoint = { workspace_id: office.owner.workspaceId, url: 'https://partner.test/h', enabled_events: ['*'] };
    const made = await office.post('/webhook_endpoints', endpoint, 'key-1', admin.key);
    const rotate = `/webhook_endpoints/${made.body.id}/rotate_secret`;
    const rotated = await office.post(rotate, undefined, 'key-1', admin.key);
    expect([made.status, rotated.status]).toEqual([201, 200]);

    await takeAway(office, admin.userId);

    const again = [
      await office.post('/webhook_endpoints', endpoint, 'key-1', admin.key),
      await office.post(rotate, undefined, 'key-1', admin.key),
    ];
    expect(again.every(({ status }) => [401, 403, 404].includes(status))).toBe(true);
    expect(again.filter(isReplay)).toEqual([]);
  });

  it('gets the recorded response at the version that the repeated request names', async () => {
    const office = await anOffice();
    const at = (version: string) =>
      office.call('POST', '/workspaces', {
        key: office.owner.key,
        body: { name: 'Beta' },
        headers: { 'idempotency-key': 'key-1', 'service-version': version },
      });

    const newest = await at('2026-10-12');
    const older = await at('2025-11-25');

    expect(newest.body.members_count).toBe(0);
    expect(older.body).toMatchObject({ id: newest.body.id, membersCount: 0 });
  });

  it.each(['GET', 'PATCH', 'DELETE'])('is ignored on %s', async (method) => {
    const office = await anOffice();
    const made = await office.post('/webhook_endpoints', {
      workspace_id: office.owner.workspaceId,
      url: 'https://partner.test/hooks',
      enabled_events: ['*'],
    });
    const path = `/webhook_endpoints/${made.body.id}`;
    const headers = { 'idempotency-key': 'not ok: spaces' };
    const body = method === 'PATCH' ? { status: 'disabled' } : undefined;

    const answered = await office.call(method, path, { key: office.owner.key, headers, ...(body && { body }) });

    expect(answered.status).toBe(200);
    expect(isReplay(answered)).toBe(false);
  });

  it('400: unless it is 1 to 255 visible ASCII characters', async () => {
    const office = await anOffice();
    const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
    const good = fc.string({ unit: visible, minLength: 1, maxLength: 255 });
    const bad = fc.oneof(
      fc.constant(''),
      fc.string({ unit: visible, minLength: 256, maxLength: 300 }),
      fc.tuple(good, fc.constantFrom(' ', '\t', 'é', '\u0000', '😀')).map(([head, tail]) => `${head}${tail}`),
    );
    const send = (key: string) => office.post('/members', { workspace_id: office.owner.workspaceId }, key);

    await fc.assert(
      fc.asyncProperty(bad, async (key) => {
        expect(codesOf(await send(key))).toEqual(['bad_request']);
      }),
      { numRuns: 50 },
    );
    await fc.assert(
      fc.asyncProperty(good, async (key) => {
        expect((await send(key)).status).toBe(422);
      }),
      { numRuns: 50 },
    );
  });

  it('needs no further round trip', async () => {
    const world = aWorld();
    const owner = await world.anOwner();
    const counted = countedCallsTo(world, (context) => everyGroup(context));
    const body = { workspace_id: owner.workspaceId, meeting_url: 'https://meet.google.com/abc-good-def' };

    const { tally } = await counted('POST', '/bots', {
      key: owner.key,
      body,
      headers: { 'idempotency-key': 'key-1' },
    });

    expect(tally.trips).toBe(3);
  });
});

describe('an operation that calls another service before it saves', () => {
  /** A test of an endpoint whose receiver answers when the test lets it. */
  async function aSlowReceiver() {
    const office = await anOffice();
    const made = await office.post('/webhook_endpoints', {
      workspace_id: office.owner.workspaceId,
      url: 'https://partner.test/hooks',
      enabled_events: ['*'],
    });
    const sends: (() => void)[] = [];
    const call = callsTo(
      webhookEndpoints({
        ...office.context,
        lookUp: async () => ['93.184.216.34'],
        sender: { send: () => new Promise((resolve) => sends.push(() => resolve(acceptingSender.send({} as never)))) },
      }),
    );
    const test = () =>
      call('POST', `/webhook_endpoints/${made.body.id}/test`, {
        key: office.owner.key,
        body: {},
        headers: { 'idempotency-key': 'key-1' },
      });
    const until = async (count: number) => {
      while (sends.length < count) await new Promise((resolve) => setImmediate(resolve));
    };
    return { ...office, test, sends, until };
  }

  it('409: while the first request runs; afterwards its response', async () => {
    const { test, sends, until } = await aSlowReceiver();
    const first = test();
    await until(1);

    const meanwhile = await test();
    sends[0]?.();
    const answered = await first;
    const after = await test();

    expect(meanwhile.status).toBe(409);
    expect(codesOf(meanwhile)).toEqual(['idempotency_key_in_use']);
    expect(meanwhile.headers['retry-after']).toBe(String(meanwhile.body.retry_in_seconds));
    expect(answered.status).toBe(200);
    expect(after.body).toEqual(answered.body);
    expect(isReplay(after)).toBe(true);
    expect(sends).toHaveLength(1);
  });

  it('can be repeated a minute after a request that did not end', async () => {
    const { test, sends, until, clock } = await aSlowReceiver();
    const lost = test();
    await until(1);
    clock.advance(MINUTE_MS);

    const again = test();
    await until(2);
    sends[1]?.();

    expect((await again).status).toBe(200);
    sends[0]?.();
    expect(isReplay(await lost)).toBe(true);
  });
});
