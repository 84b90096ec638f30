import fc from 'fast-check';
import { pinKey } from '#shared/accounts/identity/store';
import { releases } from '#shared/foundation/versions/releases';
import { describe, expect, it } from '#test/support/jest';
import { aDeployment, codesOf } from './a-deployment.ts';

const [BASE, MIDDLE, NEWEST] = ['2025-11-25', '2026-10-09', '2026-10-12'];
/** A release without changes breaks no caller, and no header names it. */
const firstThatChangedAnything = releases.findLast(({ changes }) => changes.length > 0)?.date;
const asked = (version: string) => ({ 'service-version': version });

describe('Service-Version', () => {
  it.each([
    ['200', 'GET', '/workspaces', 200],
    ['400', 'GET', '/meetings', 400],
    ['404 of a path', 'GET', '/nothing', 404],
    ['404 of an id', 'GET', '/meetings/mtg_1', 404],
    ['405', 'PUT', '/workspaces', 405],
    ['406', 'GET', '/workspaces.xml', 406],
    ['a document that needs no key', 'GET', '/openapi.json', 200],
  ])('is on every answer, with the way forward for who is behind: %s', async (_what, method, path, status) => {
    const { call, owner } = await aDeployment();

    const behind = await call(method, path, { key: owner.key, headers: asked(MIDDLE) });
    const current = await call(method, path, { key: owner.key, headers: asked(NEWEST) });

    expect([behind.status, behind.headers['service-version']]).toEqual([status, MIDDLE]);
    expect(behind.headers['link']).toBe(
      '<https://api.example.test/api/v1/changelog#2026-10-12>; rel="successor-version"',
    );
    expect([current.status, current.headers['service-version']]).toEqual([status, NEWEST]);
    expect(current.headers).not.toHaveProperty('link');
  });

  it('401: the version asked for, else the base, since no key says otherwise', async () => {
    const { call } = await aDeployment();

    const unasked = await call('GET', '/workspaces');
    const wanted = await call('GET', '/workspaces', { key: 'wrong', headers: asked('2026-10-10') });

    expect([unasked.status, unasked.headers['service-version']]).toEqual([401, BASE]);
    expect(unasked.headers['link']).toContain(`#${firstThatChangedAnything}>; rel="successor-version"`);
    expect([wanted.status, wanted.headers['service-version']]).toEqual([401, MIDDLE]);
  });

  it.each([
    ['1999-01-01', BASE],
    ['2025-11-24', BASE],
    ['2025-11-25', BASE],
    ['2026-10-08', BASE],
    ['2026-10-09', MIDDLE],
    ['2026-10-11', MIDDLE],
    ['2026-10-12', NEWEST],
    ['2026-10-13', NEWEST],
    ['9999-12-31', NEWEST],
    [' 2026-10-12 ', NEWEST],
    ['20261012', NEWEST],
    ['20261011', MIDDLE],
    ['2026-10-12T00:00:00Z', NEWEST],
    ['2026-10-11T23:59:59Z', MIDDLE],
    ['2026-10-12T00:30:00+01:00', MIDDLE],
    ['2026-10-11T23:30-01:00', NEWEST],
    ['2026-10-12T10:00:00.123456Z', NEWEST],
    ['20261012T000000Z', NEWEST],
    ['20261012T003000+0100', MIDDLE],
    ['20261011T2330-0100', NEWEST],
    ['1960-01-01T00:00:00Z', BASE],
  ])('%j is served as of %s', async (date, version) => {
    const { call, owner } = await aDeployment();

    const { status, headers } = await call('GET', '/workspaces', { key: owner.key, headers: asked(date) });

    expect([status, headers['service-version']]).toEqual([200, version]);
  });

  it.each([
    '',
    ' ',
    'latest',
    '2026',
    '2026-10',
    '2026-13-01',
    '2026-02-30',
    '2026-1-2',
    '2026-285',
    '2026-W42-1',
    '20260230',
    '2026-10-12T',
    '2026-10-12T00:00:00',
    '2026-10-12T25:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-10-12 00:00:00Z',
    '2026-10-12, 2026-10-09',
    '2026-10-12\r\nx-evil: 1',
    '٢٠٢٦-١٠-١٢',
  ])('400 invalid_api_version: %j, which never comes back', neverComesBack);

  it('400 invalid_api_version: ten thousand digits, which never come back', () => neverComesBack('9'.repeat(10_000)));

  async function neverComesBack(date: string) {
    const { call, owner } = await aDeployment();

    const refused = await call('GET', '/workspaces', { key: owner.key, headers: asked(date) });

    expect([refused.status, codesOf(refused)]).toEqual([400, ['invalid_api_version']]);
    expect(refused.headers['service-version']).toBe(BASE);
    expect(Object.values(refused.headers).join()).not.toContain('evil');
    expect(refused.body.errors[0].message.length).toBeLessThan(100);
  }

  it('is one of the versions there are, whatever a header says', async () => {
    const { call, owner } = await aDeployment();
    const date = fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') });
    const header = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      date.map((one) => one.toISOString().slice(0, 10)),
      date.map((one) => one.toISOString()),
      fc.stringMatching(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/),
    );
    await fc.assert(
      fc.asyncProperty(header, async (text) => {
        const { status, headers } = await call('GET', '/workspaces', { key: owner.key, headers: asked(text) });

        const day = /^(\d{4}-\d\d-\d\d)(?:T.*Z)?$/.exec(text.trim())?.[1];
        const isDate = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true;
        const known = [NEWEST, MIDDLE, BASE].find((version) => version <= text.trim()) ?? BASE;
        expect([status, headers['service-version']]).toEqual(isDate ? [200, known] : [400, BASE]);
      }),
      { numRuns: 200 },
    );
  });

  it('404 and 405 stand before a header that is no date, 400 before the key', async () => {
    const { call } = await aDeployment();
    const headers = asked('latest');

    const answers = [
      await call('GET', '/nothing', { headers }),
      await call('PUT', '/workspaces', { headers }),
      await call('GET', '/workspaces', { headers }),
    ];

    expect(answers.map((answer) => [answer.status, ...codesOf(answer)])).toEqual([
      [404, 'not_found'],
      [405, 'method_not_allowed'],
      [400, 'invalid_api_version'],
    ]);
  });
});

describe('a member', () => {
  it.each([
    [BASE, true],
    [MIDDLE, true],
    [NEWEST, false],
  ])('at %s, carrying policy: %j', async (version, carries) => {
    const { call, owner } = await aDeployment();
    const { key, workspaceId } = owner;
    const body = {
      workspace_id: workspaceId,
      name: 'Ada',
      metadata: { object: 'member', policy: 'mine', legacy: 'x' },
    };
    const headers = asked(version);

    const made = await call('POST', '/members', { key, body, headers });
    const read = await call('GET', `/members/${made.body.id}`, { key, headers });
    const list = await call('GET', `/members?workspace_id=${workspaceId}`, { key, headers });

    for (const member of [made.body, read.body, list.body.data[0]]) {
      expect('policy' in member).toBe(carries);
      expect(member.metadata).toEqual(body.metadata);
      expect(member).not.toHaveProperty('legacy');
    }
  });

  it('follows the pin where nothing is asked', async () => {
    const { call, owner, context } = await aDeployment();
    await pinKey(context.table, owner.userId, MIDDLE);
    const body = { workspace_id: owner.workspaceId, name: 'Ada' };

    const pinned = await call('POST', '/members', { key: owner.key, body });
    const ahead = await call('POST', '/members', { key: owner.key, body, headers: asked(NEWEST) });

    expect([pinned.headers['service-version'], 'policy' in pinned.body]).toEqual([MIDDLE, true]);
    expect([ahead.headers['service-version'], 'policy' in ahead.body]).toEqual([NEWEST, false]);
  });
});
