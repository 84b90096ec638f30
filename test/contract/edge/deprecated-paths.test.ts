import { contracts } from '#shared/wiring/all-contracts';
import { openapi } from '#shared/wiring/documents/openapi';
import { describe, expect, it } from '#test/support/jest';
import { aDeployment, countedCalls } from './a-deployment.ts';
import { twoOffices } from './two-offices.ts';

const CHANGELOG = 'https://api.example.test/api/v1/changelog';
const NEWEST = { 'service-version': '2026-10-12' };

/** Deprecation dates of docs/changelog.md, in the form of RFC 9745. */
const AUGUST_10 = '@1786320000';
const AUGUST_14 = '@1786665600';
const SEPTEMBER_25 = '@1790294400';

type Office = Awaited<ReturnType<typeof twoOffices>>['ours'];

/** Reads: the path of before, the one to use, and since when. */
const READS: readonly (readonly [old: string, use: string, since: string])[] = [
  ['/meetings/{bot}', '/bots/{bot}', AUGUST_10],
  ['/meeting_bots/{bot}', '/bots/{bot}', SEPTEMBER_25],
  ['/organizations', '/workspaces', AUGUST_14],
  ['/organizations?limit=1', '/workspaces?limit=1', AUGUST_14],
];
const SENDS: readonly (readonly [old: string, since: string])[] = [
  ['/meetings', AUGUST_10],
  ['/meeting_bots', SEPTEMBER_25],
];

const at = (path: string, { bot }: Office) => path.replace('{bot}', bot);

describe('a deprecated path', () => {
  it.each(READS)('GET %s is what GET %s is, and says that it is deprecated', async (old, use, since) => {
    const { call, owner, ours } = await twoOffices();
    const { key } = owner;

    const before = await call('GET', at(old, ours), { key, headers: NEWEST });
    const now = await call('GET', at(use, ours), { key, headers: NEWEST });

    expect(before.status).toBe(200);
    expect(before.body).toEqual(now.body);
    expect(before.headers).toMatchObject({ deprecation: since, link: `<${CHANGELOG}>; rel="deprecation"` });
    expect(before.headers).not.toHaveProperty('sunset');
    for (const header of ['deprecation', 'link']) expect(now.headers).not.toHaveProperty(header);
  });

  it.each(READS)('GET %s is as old for an old version as GET %s is', async (old, use) => {
    const { call, owner, ours } = await twoOffices();
    const headers = { 'service-version': '2025-11-25' };

    const before = await call('GET', at(old, ours), { key: owner.key, headers });
    const now = await call('GET', at(use, ours), { key: owner.key, headers });

    expect(before.body).toEqual(now.body);
    expect(before.headers['link']).toBe(`${now.headers['link']}, <${CHANGELOG}>; rel="deprecation"`);
  });

  it.each(SENDS)('POST %s sends a bot', async (path, since) => {
    const { call, owner } = await aDeployment();
    const body = { workspace_id: owner.workspaceId, meeting_url: 'https://meet.google.com/abc-good-def' };

    const sent = await call('POST', path, { key: owner.key, body, headers: NEWEST });

    expect(sent).toMatchObject({ status: 201, body: { object: 'bot', status: 'queued' } });
    expect(sent.headers).toMatchObject({
      deprecation: since,
      location: `https://api.example.test/api/v1/bots/${sent.body.id}`,
    });
    const read = await call('GET', `/bots/${sent.body.id}`, { key: owner.key, headers: NEWEST });
    expect(read.body).toEqual(sent.body);
  });

  it.each(SENDS)('POST %s keeps nested metadata at a version from before it was flat', async (path) => {
    const { call, owner } = await aDeployment();
    const { key, workspaceId: workspace_id } = owner;
    const body = { workspace_id, meeting_url: 'https://meet.google.com/abc-good-def', metadata: { a: { b: 1 } } };

    const older = await call('POST', path, { key, body, headers: { 'service-version': '2025-11-25' } });
    const newest = await call('POST', path, { key, body: { ...body, allow_multiple_bots: true }, headers: NEWEST });

    expect([older.status, older.body.metadata, newest.status]).toEqual([201, { a: { b: 1 } }, 422]);
  });

  it.each(SENDS)('POST %s is one with POST /bots for the bots that one link takes', async (path) => {
    const { call, owner } = await aDeployment();
    const body = { workspace_id: owner.workspaceId, meeting_url: 'https://meet.google.com/abc-good-def' };
    await call('POST', '/bots', { key: owner.key, body });

    expect((await call('POST', path, { key: owner.key, body })).status).toBe(409);
  });

  it('says so on refusals as well, and without a key', async () => {
    const { call, owner } = await aDeployment();

    for (const key of [undefined, owner.key])
      for (const [path, status] of [
        ['/meetings/bot_01kcw3v9e2f3hb5wnkq8zr6m4t', 404],
        ['/meeting_bots/bot_1', 404],
        ['/organizations?page=2', 400],
      ] as const) {
        const refused = await call('GET', path, key === undefined ? {} : { key });
        expect(refused.status).toBe(key === undefined ? 401 : status);
        expect(refused.headers['deprecation']).toMatch(/^@\d{10}$/);
      }
  });

  it('leaves meetings as they were: told apart by their prefix', async () => {
    const { call, owner, ours } = await twoOffices();

    const meeting = await call('GET', `/meetings/${ours.mtg}`, { key: owner.key });
    const neither = await call('GET', '/meetings/cev_01kcw3v9e2f3hb5wnkq8zr6m4t', { key: owner.key });
    const list = await call('GET', `/meetings?workspace_id=${ours.wks}`, { key: owner.key });

    expect(meeting.body.object).toBe('meeting');
    expect([meeting.status, neither.status, list.status]).toEqual([200, 404, 200]);
    for (const { headers } of [meeting, neither, list]) expect(headers).not.toHaveProperty('deprecation');
  });

  it.each([
    ['PUT', '/meetings', 'GET, HEAD, POST'],
    ['PUT', '/meetings/{bot}', 'DELETE, GET, HEAD, PATCH'],
    ['GET', '/meeting_bots', 'POST'],
    ['PATCH', '/meeting_bots/{bot}', 'GET, HEAD'],
    ['POST', '/organizations', 'GET, HEAD'],
  ])('405 with what it takes: %s %s', async (method, path, allow) => {
    const { call, owner, ours } = await twoOffices();

    const { status, headers } = await call(method, at(path, ours), { key: owner.key });

    expect([status, headers['allow']]).toEqual([405, allow]);
  });

  it.each(['/organizations/{wks}', '/meeting_bots/{bot}/leave', '/meetings/{bot}/leave'])(
    '404 where there never was one: %s',
    async (path) => {
      const { call, owner, ours } = await twoOffices();
      const where = at(path, ours).replace('{wks}', ours.wks);

      expect((await call('GET', where, { key: owner.key })).status).toBe(404);
    },
  );

  it('costs the same reads, and answers a foreign bot as an unknown one', async () => {
    const world = await twoOffices();
    const call = countedCalls(world);
    const { key } = world.owner;
    const costOf = async (path: string) => {
      const { answer, tally } = await call('GET', path, { key });
      return [answer.status, tally.trips, tally.byOperation];
    };
    await costOf('/workspaces');

    expect(await costOf(`/meetings/${world.ours.bot}`)).toEqual(await costOf(`/bots/${world.ours.bot}`));
    const foreign = await call('GET', `/meetings/${world.theirs.bot}`, { key });
    const unknown = await call('GET', `/meetings/${world.theirs.bot.slice(0, -4)}zzzz`, { key });
    expect([foreign.answer.status, foreign.answer.body]).toEqual([404, unknown.answer.body]);
  });
});

describe('the document', () => {
  it('marks what is deprecated, and tells what to use', () => {
    const document = openapi(contracts, '') as never as {
      paths: Record<string, Record<string, { deprecated?: boolean; description?: string }>>;
    };
    const marked = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { deprecated, description }]) =>
        deprecated ? [[`${method.toUpperCase()} ${path}`, /`([^`]+)`/.exec(description ?? '')?.[1]]] : [],
      ),
    );

    expect(Object.fromEntries(marked)).toEqual({
      'POST /meetings': 'POST /bots',
      'POST /meeting_bots': 'POST /bots',
      'GET /meeting_bots/{id}': 'GET /bots/{id}',
      'GET /organizations': 'GET /workspaces',
      'POST /orders': 'POST /transcribe',
      'POST /transcriptions': 'POST /transcribe',
      'POST /orders/translation': 'POST /translate',
      'POST /task/transcription_translation': 'POST /translate',
      'GET /task/transcription_translation/{id}': 'GET /orders/{id}',
      'GET /transcriptions': 'GET /conversations',
      'GET /transcriptions/{id}': 'GET /conversations/{id}',
      'PATCH /transcriptions/{id}': 'PATCH /conversations/{id}',
      'DELETE /transcriptions/{id}': 'DELETE /conversations/{id}',
      'GET /transcriptions/{id}/convert_to_subtitles': 'GET /conversations/{id}/convert_to_subtitles',
      'POST /transcriptions/{id}/restore': 'POST /conversations/{id}/restore',
      'GET /transcriptions/{id}/summary': 'GET /conversations/{id}/summary',
    });
    expect(document.paths['/meetings/{id}']?.['get']?.description).toContain('`GET /bots/{id}`');
  });
});
