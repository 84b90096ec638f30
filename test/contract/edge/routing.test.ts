import { contracts } from '#shared/wiring/all-contracts';
import { describe, expect, it } from '#test/support/jest';
import { aDeployment, codesOf, countedCalls } from './a-deployment.ts';

/** Paths of reads. A link to an image has one spelling, since the edge caches it by its path. */
const readable = contracts.filter(({ method, exactPath }) => method === 'GET' && !exactPath).map(({ path }) => path);

describe('a path', () => {
  it.each([
    '/',
    '',
    '//',
    '/nothing',
    '/Meetings',
    '/meetings//',
    '//meetings',
    '/meetings/mtg_1/nothing',
    '/meetings/mtg_1/results/more',
    '/meetings%2Fmtg_1',
    '/meeting',
    '/%2e%2e/meetings',
    '/meetings/../bots',
    '/__proto__',
    '/constructor',
    `/${'a'.repeat(8_000)}`,
    '/%',
    '/%ff%fe',
    '/mee\u0000tings',
  ])('404 that there is not, before the key and without a read: %j', async (path) => {
    const world = await aDeployment();
    const call = countedCalls(world);

    for (const key of [undefined, 'wrong', world.owner.key]) {
      const { answer, tally } = await call('GET', path, key === undefined ? {} : { key });
      expect([answer.status, codesOf(answer), tally.requests]).toEqual([404, ['not_found'], 0]);
    }
  });

  it.each(readable)('is the same endpoint with a slash at its end: %s', async (pattern) => {
    const { call, owner } = await aDeployment();
    const path = pattern.replace('{id}', 'mtg_1');

    const plain = await call('GET', path, { key: owner.key });
    const slashed = await call('GET', `${path}/`, { key: owner.key });

    expect(slashed.status).toBe(plain.status);
    expect(slashed.body).toEqual(plain.body);
    expect(slashed.headers).not.toHaveProperty('location');
  });

  it('carries its slash into no link', async () => {
    const { call, owner } = await aDeployment();
    const { key, workspaceId } = owner;
    for (const name of ['Ada', 'Ben'])
      await call('POST', '/members/', { key, body: { workspace_id: workspaceId, name } });

    const { body } = await call('GET', `/members/?workspace_id=${workspaceId}&limit=1`, { key });

    expect(body._links.next.url).toMatch(/^https:\/\/api\.example\.test\/api\/v1\/members\?/);
  });

  it.each([
    ['/workspaces.xml', 'GET'],
    ['/meetings/mtg_01kcw3v9e2f3hb5wnkq8zr6m4t.csv', 'GET'],
    ['/meetings/mtg_01kcw3v9e2f3hb5wnkq8zr6m4t/results.pdf', 'GET'],
    ['/bots.html', 'POST'],
  ])('406 that asks for a format: %s', async (path, method) => {
    const { call } = await aDeployment();

    const refused = await call(method, path);

    expect([refused.status, codesOf(refused)]).toEqual([406, ['not_acceptable']]);
  });

  it.each(readable)('is the same endpoint with .json at its end: %s', async (pattern) => {
    const { call, owner } = await aDeployment();
    const path = pattern.replace('{id}', 'mtg_1').replace('{guide}', 'bots');

    const plain = await call('GET', path, { key: owner.key });
    const named = await call('GET', `${path}.json`, { key: owner.key });

    expect([named.status, named.body]).toEqual([plain.status, plain.body]);
  });

  it('is the same request with .json at its end: one cursor, and one idempotency record', async () => {
    const { call, owner } = await aDeployment();
    const { key, workspaceId } = owner;
    const headers = { 'idempotency-key': 'once' };
    const add = (path: string, name: string, sent = {}) =>
      call('POST', path, { key, body: { workspace_id: workspaceId, name }, headers: sent });

    const first = await add('/members.json', 'Ada', headers);
    const again = await add('/members', 'Ada', headers);
    await add('/members.json', 'Ben');
    const { body } = await call('GET', `/members.json?workspace_id=${workspaceId}&limit=1`, { key });

    expect([first.status, again.body, again.headers['idempotent-replayed']]).toEqual([201, first.body, 'true']);
    expect(body._links.next.url).toMatch(/^https:\/\/api\.example\.test\/api\/v1\/members\?/);
    expect((await call('GET', body._links.next.url.split('/api/v1')[1], { key })).status).toBe(200);
  });

  it('may be percent-encoded where it carries an id', async () => {
    const { call, owner } = await aDeployment();
    const body = { workspace_id: owner.workspaceId, name: 'Ada' };
    const { id } = (await call('POST', '/members', { key: owner.key, body })).body;

    const read = await call('GET', `/members/${id.replace('_', '%5F')}`, { key: owner.key });

    expect([read.status, read.body.id]).toEqual([200, id]);
  });

  it.each(['%', '%ff', '%00', '%2F', '%2e%2e', '%0d%0aX', '%F0%9F%98%80', 'mem_%', '__proto__', 'a'.repeat(4_000)])(
    '404 with %j for an id, without a read for it',
    async (segment) => {
      const world = await aDeployment();

      const { answer } = await countedCalls(world)('GET', `/members/${segment}`, { key: world.owner.key });

      expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
      expect(JSON.stringify(answer.headers)).not.toContain('\\r');
    },
  );
});

/** Also of paths whose parameter takes what this one has there, one that asks for a prefix; a path without any is itself alone. */
function methodsAt(pattern: string): readonly string[] {
  const takes = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/.]+')}$`).test(pattern);
  const here = contracts.filter(({ path }) => path === pattern || takes(path));
  const whole = here.filter(({ path }) => !path.includes('{'));
  const methods = (whole.length > 0 ? whole : here).map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort();
}

describe('a method', () => {
  it.each([...new Set(contracts.map(({ path }) => path))])('405 with Allow, before the key: %s', async (pattern) => {
    const { call } = await aDeployment();
    const allowed = methodsAt(pattern);

    const others = ['PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', ''].filter((one) => !allowed.includes(one));
    for (const method of others) {
      const refused = await call(method, pattern.replace('{id}', 'x_1'));
      expect([refused.status, codesOf(refused)]).toEqual([405, ['method_not_allowed']]);
      expect(refused.headers['allow']).toBe(allowed.join(', '));
      for (const each of allowed) expect(refused.body.errors[0].message).toContain(each);
    }
    const asked = await call('HEAD', pattern.replace('{id}', 'x_1'));
    if (!allowed.includes('GET')) expect([asked.status, asked.body]).toEqual([405, null]);
  });

  it.each(readable)('HEAD is answered as GET, without a body: %s', async (pattern) => {
    const { call, owner } = await aDeployment();
    const path = pattern.replace('{id}', 'mtg_1').replace('{guide}', 'bots');

    for (const sent of [{ key: owner.key }, {}]) {
      const read = await call('GET', path, sent);
      const asked = await call('HEAD', path, sent);
      expect(asked.status).toBe(read.status);
      expect({ ...asked.headers, 'x-request-id': '' }).toEqual({ ...read.headers, 'x-request-id': '' });
      expect([null, '']).toContain(asked.body);
    }
  });

  it('404 on a path that there is not', async () => {
    expect((await (await aDeployment()).call('PUT', '/nothing')).status).toBe(404);
  });
});

describe('an Accept header', () => {
  it.each([
    '*/*',
    'application/json',
    'APPLICATION/JSON',
    'application/*',
    'text/html, application/json;q=0.1',
    'text/html, */*;q=0.8',
    'application/json; charset=utf-8',
    'application/json, */*;q=0',
    '',
    ' ',
  ])('%j has room for JSON', async (accept) => {
    const { call, owner } = await aDeployment();

    const { status, headers } = await call('GET', '/workspaces', { key: owner.key, headers: { accept } });

    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  });

  it.each([
    'text/html',
    'application/xml',
    'application/json;q=0',
    'application/json; q=0.000',
    '*/*;q=0',
    'application/json;q=0, */*',
    '*/*, application/json;q=0.0',
    'application/*;q=0, */*;q=0.5',
    'text/*',
    'image/png, text/html',
    'application/jsonp',
    'nonsense',
    ',',
  ])('406: %j rules it out, before the key', async (accept) => {
    const { call } = await aDeployment();

    const refused = await call('GET', '/workspaces', { headers: { accept } });

    expect([refused.status, codesOf(refused)]).toEqual([406, ['not_acceptable']]);
    expect(refused.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it.each(['text/vtt', 'text/plain', 'application/x-subrip'])('%s is served by results alone', async (accept) => {
    const { call } = await aDeployment();
    const headers = { accept };

    expect((await call('GET', '/meetings/mtg_1/results', { headers })).status).toBe(401);
    expect((await call('GET', '/meetings/mtg_1', { headers })).status).toBe(406);
  });

  it('404 and 405 stand before it', async () => {
    const { call } = await aDeployment();
    const headers = { accept: 'text/html' };

    expect((await call('GET', '/nothing', { headers })).status).toBe(404);
    expect((await call('PUT', '/workspaces', { headers })).status).toBe(405);
  });
});
