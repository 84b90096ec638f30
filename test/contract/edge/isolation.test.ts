import { describe, expect, it } from '@jest/globals';
import { nameOf } from '#shared/api/contract';
import { contracts } from '#shared/api/contracts/all';
import type { Answered } from '#test/support/answered';
import { countedCalls } from './a-deployment.ts';
import { twoOffices } from './two-offices.ts';

/** A valid request for every operation with an id, and the kind of its id. An operation without a line fails. */
const BY_ID: Readonly<
  Record<string, readonly [kind: 'mem' | 'cev' | 'mtg' | 'bot' | 'set' | 'asg' | 'whe' | 'evt' | 'tpl', body?: object]>
> = {
  'GET /members/{id}': ['mem'],
  'PATCH /members/{id}': ['mem', { name: 'Eve' }],
  'GET /calendar_events/{id}': ['cev'],
  'DELETE /calendar_events/{id}': ['cev'],
  'GET /meetings/{id}': ['mtg'],
  'PATCH /meetings/{id}': ['mtg', { metadata: { a: 'b' } }],
  'PATCH /meetings/{id}/settings': ['mtg', { transcription: { language: 'de' } }],
  'GET /meetings/{id}/results': ['mtg'],
  'GET /bots/{id}': ['bot'],
  'PATCH /bots/{id}': ['bot', { metadata: { a: 'b' } }],
  'DELETE /bots/{id}': ['bot'],
  'POST /bots/{id}/leave': ['bot'],
  'GET /policies/{id}': ['mem'],
  'GET /settings/{id}': ['set'],
  'PATCH /settings/{id}': ['set', { recording: { enabled: false } }],
  'GET /settings_assignments/{id}': ['asg'],
  'DELETE /settings_assignments/{id}': ['asg'],
  'GET /webhook_endpoints/{id}': ['whe'],
  'PATCH /webhook_endpoints/{id}': ['whe', { status: 'disabled' }],
  'DELETE /webhook_endpoints/{id}': ['whe'],
  'POST /webhook_endpoints/{id}/rotate_secret': ['whe'],
  'POST /webhook_endpoints/{id}/test': ['whe', { type: 'bot.failed' }],
  'GET /summary_templates/{id}': ['tpl'],
  'PATCH /summary_templates/{id}': ['tpl', { name: 'Eve' }],
  'DELETE /summary_templates/{id}': ['tpl'],
  'GET /webhook_events/{id}': ['evt'],
  'POST /webhook_events/{id}/redeliver': ['evt'],
};

const NAMING_A_WORKSPACE: Readonly<Record<string, object | undefined>> = {
  'GET /workspaces/{id}': undefined,
  'PATCH /workspaces/{id}': { name: 'Eve' },
  'GET /members': undefined,
  'POST /members': { email: 'eve@other.test' },
  'GET /meetings': undefined,
  'GET /bots': undefined,
  'POST /bots': { meeting_url: 'https://meet.google.com/abc-good-def' },
  'POST /calendar_events': { member_data: { email: 'eve@x.test' }, ical_uid: 'a', starts_at: '2026-11-02T14:00:00Z' },
  'GET /settings': undefined,
  'POST /settings': { recording: { enabled: true } },
  'GET /settings_assignments': undefined,
  'POST /webhook_endpoints': { url: 'https://partner.test/hooks', enabled_events: ['*'] },
  'GET /webhook_endpoints': undefined,
  'GET /webhook_events': undefined,
  'GET /summary_templates': undefined,
  'POST /summary_templates': {
    name: 'Eve',
    instructions: '',
    sections: [{ key: 'all', title: 'All', instructions: '' }],
  },
};

/** Asks for an event's attempts along with the caller's place: one query more, for which a refusal does not wait. */
const ASKS_ALONG: readonly string[] = ['GET /webhook_events/{id}'];

const readsOf = ({ tally: { byOperation, trips } }: Awaited<ReturnType<ReturnType<typeof countedCalls>>>) => ({
  byOperation,
  trips,
});

/** Everything a caller sees but the id of the request. */
const seen = ({ status, headers: { 'x-request-id': _one, ...headers }, body }: Answered) =>
  JSON.stringify({ status, headers, body });

/** A workspace in the path is named as one in a query is: with 401 for one of others. */
const namesAResource = ({ path }: { readonly path: string }) =>
  path.includes('{id}') && !path.startsWith('/workspaces/');

describe('an id of another workspace', () => {
  it('has a line here for every operation with an id, or with a workspace', () => {
    const named = contracts.filter(namesAResource).map(nameOf);
    expect(Object.keys(BY_ID).sort()).toEqual(named.sort());
    const others = contracts.filter((contract) => !namesAResource(contract)).map(nameOf);
    const without = [
      'GET /workspaces',
      'POST /workspaces',
      'GET /openapi.json',
      'GET /changelog',
      'POST /settings_assignments',
    ];
    expect([...Object.keys(NAMING_A_WORKSPACE), ...without].sort()).toEqual(others.sort());
  });

  it.each(Object.entries(BY_ID))(
    'is one that nobody has, byte for byte and read for read: %s',
    async (name, [kind, body]) => {
      const world = await twoOffices();
      const { key } = world.owner;
      const call = countedCalls(world);
      const [method = '', pattern = ''] = name.split(' ');
      const sent = body ? { key, body } : { key };
      await call('GET', '/workspaces', { key });
      const before = world.dynamo.items();

      const foreign = await call(method, pattern.replace('{id}', world.theirs[kind]), sent);
      const unknown = await call(method, pattern.replace('{id}', nobodys(world.theirs[kind])), sent);

      expect(foreign.answer.status).toBe(404);
      expect(seen(foreign.answer)).toBe(seen(unknown.answer));
      if (!ASKS_ALONG.includes(name)) expect(readsOf(foreign)).toEqual(readsOf(unknown));
      expect(world.dynamo.items()).toEqual(before);
    },
  );

  it.each(Object.entries(BY_ID))(
    '404 for an id of another kind, and one of no form: %s',
    async (name, [kind, body]) => {
      const world = await twoOffices();
      const { key } = world.owner;
      const [method = '', pattern = ''] = name.split(' ');
      const call = (id: string) => world.call(method, pattern.replace('{id}', id), body ? { key, body } : { key });
      const other = kind === 'mem' ? world.ours.mtg : world.ours.mem;

      const answers = [await call(nobodys(world.ours[kind])), await call(other), await call('1'), await call(kind)];

      expect(new Set(answers.map(seen)).size).toBe(1);
      expect(answers[0]?.status).toBe(404);
    },
  );
});

describe('a workspace of others', () => {
  it.each(Object.entries(NAMING_A_WORKSPACE))(
    '401 as one that nobody has, in path, query and body: %s',
    async (name, body) => {
      const world = await twoOffices();
      const { key } = world.owner;
      const [method = '', path = ''] = name.split(' ');
      const naming = (workspace_id: string | number) => {
        if (path.includes('{id}'))
          return world.call(method, path.replace('{id}', String(workspace_id)), body ? { key, body } : { key });
        return body
          ? world.call(method, path, { key, body: { ...body, workspace_id } })
          : world.call(method, `${path}?workspace_id=${workspace_id}`, { key });
      };
      await world.call('GET', '/workspaces', { key });
      const before = world.dynamo.items();

      const answers = [
        await naming(nobodys(world.theirs.wks)),
        await naming(world.theirs.wks),
        await naming(world.stranger.workspaceNumber),
        await naming('123456789'),
        await naming('wks_nowhere'),
        await naming('7'),
      ];

      expect(answers[0]?.body).toEqual({ errors: [{ code: 'unauthorized', message: 'Unauthorized' }] });
      expect(new Set(answers.map(seen)).size).toBe(1);
      expect(world.dynamo.items()).toEqual(before);
    },
  );
});

describe('an id of others in a body', () => {
  it.each([
    ['POST', '/bots', 'mem', (id: string) => ({ meeting_url: 'https://meet.google.com/xyz-good-abc', member_id: id })],
    [
      'POST',
      '/calendar_events',
      'mem',
      (id: string) => ({ member_id: id, ical_uid: 'a', starts_at: '2026-11-02T14:00:00Z' }),
    ],
    ['POST', '/settings', 'mem', (id: string) => ({ recording: { enabled: true }, scope: [`member:${id}`] })],
    ['POST', '/settings', 'mtg', (id: string) => ({ recording: { enabled: true }, scope: [`meeting:${id}`] })],
    ['POST', '/settings', 'wks', (id: string) => ({ recording: { enabled: true }, scope: [`workspace:${id}`] })],
  ] as const)('422 as one that nobody has: %s %s with a %s', async (method, path, kind, bodyWith) => {
    const world = await twoOffices();
    const { key, workspaceId } = world.owner;
    const send = (id: string) =>
      world.call(method, path, { key, body: { workspace_id: workspaceId, ...bodyWith(id) } });
    await world.call('GET', '/workspaces', { key });
    const before = world.dynamo.items();

    const foreign = await send(world.theirs[kind]);
    const unknown = await send(nobodys(world.theirs[kind]));

    expect(foreign.status).toBe(422);
    expect(seen(foreign)).toBe(seen(unknown));
    expect(world.dynamo.items()).toEqual(before);
  });

  it.each(['settings', 'member', 'meeting', 'workspace'])('422 in an assignment: %s', async (what) => {
    const world = await twoOffices();
    const { ours, theirs, owner } = world;
    const bodyWith = (ids: typeof ours) =>
      ({
        settings: { settings_id: ids.set, scope: [`member:${ours.mem}`] },
        member: { settings_id: ours.set, scope: [`member:${ids.mem}`] },
        meeting: { settings_id: ours.set, scope: [`meeting:${ids.mtg}`] },
        workspace: { settings_id: ours.set, scope: [`workspace:${ids.wks}`] },
      })[what];
    const nobody = Object.fromEntries(Object.entries(theirs).map(([kind, id]) => [kind, nobodys(id)])) as typeof ours;
    const send = (ids: typeof ours) =>
      world.call('POST', '/settings_assignments', { key: owner.key, body: bodyWith(ids) });

    const foreign = await send(theirs);
    const unknown = await send(nobody);

    expect(foreign.status).toBe(422);
    expect(seen(foreign)).toBe(seen(unknown));
  });

  it('filters by an id of others match nothing', async () => {
    const { call, owner, ours, theirs } = await twoOffices();
    const list = async (path: string) =>
      (await call('GET', `${path}&workspace_id=${ours.wks}`, { key: owner.key })).body.data;

    expect(await list(`/bots?meeting_id=${theirs.mtg}`)).toEqual([]);
    expect(await list(`/meetings?member_id=${theirs.mem}`)).toEqual([]);
    expect(await list(`/settings_assignments?settings_id=${theirs.set}`)).toEqual([]);
    expect(await list(`/webhook_events?webhook_endpoint_id=${theirs.whe}`)).toEqual([]);
  });

  it('a cursor of others opens nothing, and a cursor is bound to its filters', async () => {
    const { call, owner, stranger, ours, theirs } = await twoOffices();
    for (const [key, workspace_id] of [
      [owner.key, ours.wks],
      [stranger.key, theirs.wks],
    ])
      await call('POST', '/members', { key: key ?? '', body: { workspace_id, name: 'Ben' } });
    const first = await call('GET', `/members?workspace_id=${theirs.wks}&limit=1`, { key: stranger.key });
    const cursor = new URL(first.body._links.next.url).searchParams.get('cursor');

    const refused = await call('GET', `/members?workspace_id=${ours.wks}&limit=1&cursor=${cursor}`, { key: owner.key });
    const theirOwn = await call('GET', `/members?workspace_id=${theirs.wks}&limit=1&cursor=${cursor}`, {
      key: owner.key,
    });

    expect([refused.status, theirOwn.status]).toEqual([400, 401]);
  });
});

/** The same id with other last characters. */
const nobodys = (id: string): string => `${id.slice(0, -8)}0000zzzz`;
