import fc from 'fast-check';
import * as v from 'valibot';
import { type Contract, nameOf } from '#shared/foundation/http/contract';
import { MAX_DEPTH } from '#shared/foundation/http/request/read-json';
import { contracts } from '#shared/wiring/all-contracts';
import { resources } from '#shared/wiring/resources';
import type { ApiResponse } from '#test/support/api-response';
import { ErrorsBody } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aDeployment, codesOf, everyGroup } from './a-deployment.ts';
import { ACCESS } from './access-rows.ts';

function expectRefused(answered: ApiResponse, status: number, ...codes: readonly string[]) {
  expect([answered.status, codesOf(answered)]).toEqual([status, codes]);
  expect(v.safeParse(ErrorsBody, answered.body).issues ?? []).toEqual([]);
  expect(answered.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'service-version': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    'x-request-id': expect.any(String),
    'x-content-type-options': 'nosniff',
  });
}

const names = (some: readonly Contract[]) => some.map((contract) => [nameOf(contract), contract] as const);

describe('an unknown path', () => {
  it.each([
    '/meetings',
    '/api',
    '/api/',
    '/api/v2/meetings',
    '/api/v1meetings',
    '/api/v1.1/meetings',
    '/v1/meetings',
    '/API/V1/meetings',
  ])('404: outside the root of the API: %s', async (rawPath) => {
    const { context, owner } = await aDeployment();
    const event = {
      ...{ rawPath, rawQueryString: '', headers: { authorization: owner.key }, isBase64Encoded: false },
      requestContext: { http: { method: 'GET', sourceIp: '203.0.113.9' }, requestId: 'req-outside' },
    };

    const { statusCode, headers, body } = await everyGroup(context)(event as never, {} as never);

    expectRefused({ status: statusCode, headers, body: JSON.parse(body ?? '') } as ApiResponse, 404, 'not_found');
  });

  it.each(names(contracts))(
    '404 below %s, 406 with another ending, 405 for another method',
    async (_name, contract) => {
      const { call } = await aDeployment();
      const path = contract.path.replace(/\{id[^}]*\}/, 'x_1');

      expectRefused(await call(contract.method, `${path}/more/of/it`), 404, 'not_found');
      expectRefused(await call('OPTIONS', path), 405, 'method_not_allowed');
      if (!path.includes('.')) expectRefused(await call(contract.method, `${path}.xml`), 406, 'not_acceptable');
    },
  );
});

const MB = 1_048_576;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Members are made from bodies as the gateway hands them on, as text and in base64. */
async function aMembersApi() {
  const deployment = await aDeployment();
  const { owner, context } = deployment;
  const handle = everyGroup(context);
  const sendBytes = async (text: string, headers: object) => {
    const event = {
      ...{ rawPath: '/api/v1/members', rawQueryString: '', headers: { authorization: owner.key, ...headers } },
      requestContext: { http: { method: 'POST', sourceIp: '203.0.113.9' }, requestId: 'req-bytes' },
      body: Buffer.from(text).toString('base64'),
      isBase64Encoded: true,
    };
    const { statusCode, ...rest } = await handle(event as never, {} as never);
    return { status: statusCode, headers: rest.headers, body: JSON.parse(rest.body ?? '') } as ApiResponse;
  };
  const sendBoth = async (text: string, headers: Readonly<Record<string, string>> = {}) => [
    await deployment.call('POST', '/members', { key: owner.key, raw: text, headers }),
    await sendBytes(text, headers),
  ];
  return { ...deployment, sendBoth };
}

describe('a body', () => {
  it.each([
    ['JSON', {}, (id: string) => [`{"workspace_id":"${id}","name":"`, '"}'] as const],
    ['a form', FORM, (id: string) => [`workspace_id=${id}&name=`, ''] as const],
  ])(
    'of %s is read up to 1 MB, and refused from the next byte on, in base64 or not',
    async (_kind, headers, context) => {
      const { sendBoth, owner } = await aMembersApi();
      const [before, after] = context(owner.workspaceId);
      const ofSize = (bytes: number) => `${before}${'x'.repeat(bytes - before.length - after.length)}${after}`;

      for (const answered of [...(await sendBoth(ofSize(MB - 1), headers)), ...(await sendBoth(ofSize(MB), headers))])
        expectRefused(answered, 422, 'too_long');
      for (const answered of await sendBoth(ofSize(MB + 1), headers)) expectRefused(answered, 400, 'bad_request');
    },
  );

  const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
  const lists = (depth: number) => `{"metadata":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  const form = (depth: number) => `a${'[a]'.repeat(depth - 1)}=1`;

  it.each([
    ['objects', nested, {}],
    ['lists', lists, {}],
    ['brackets of a form', form, FORM],
  ])(`may be ${MAX_DEPTH} deep and no deeper: %s`, async (_what, make, headers) => {
    const { sendBoth } = await aMembersApi();

    for (const { body } of await sendBoth(make(MAX_DEPTH), headers))
      expect(codesOf({ body })).not.toContain('invalid_json');
    for (const answered of await sendBoth(make(MAX_DEPTH + 1), headers)) expectRefused(answered, 400, 'invalid_json');
  });

  it.each(names(contracts.filter(({ body, bodyMayBeEmpty }) => body && !bodyMayBeEmpty)))(
    '400: a missing body, and one that is no object: %s',
    async (_name, contract) => {
      const { call, owner } = await aDeployment();
      const path = contract.path.replace(/\{id[^}]*\}/, idLike(contract));

      for (const raw of ['', ' ', '[]', 'null', '7', '"text"'])
        expect(
          (await call(contract.method, path, contract.access === 'open' ? { raw } : { key: owner.key, raw })).status,
        ).toBe(400);
    },
  );
});

/** An id of the kind that the path takes, so that the body is looked at. */
const KINDS = [
  ...'mbr mem mtg bot cev cal cfd set asg con fol ord exp upl glo brk file whe aud evt per com wks'.split(' '),
  ...resources.map(({ entity }) => entity.prefix),
];
const idLike = ({ params }: Contract): string =>
  [...KINDS.map((kind) => `${kind}_01kcw3v9e2f3hb5wnkq8zr6m4t`), 'usr_01kcw3v9e2f3hb5wnkq8zr6m4t-a1'].find(
    (id) => v.safeParse(params, { id }).success,
  ) ?? 'x';

describe('a query', () => {
  const lists = contracts.filter(({ query }) => 'cursor' in ((query as { entries?: object }).entries ?? {}));

  it.each(names(lists))('400: names unknown filters, and those sent twice: %s', async (_name, contract) => {
    const { call, owner } = await aDeployment();
    const namesWorkspace = 'workspace_id' in ((contract.query as { entries?: object }).entries ?? {});
    const needed = new URLSearchParams({
      ...(namesWorkspace && { workspace_id: owner.workspaceId }),
      ...ACCESS[nameOf(contract)]?.query,
    });
    const list = (query: string) =>
      call('GET', `${contract.path}?${needed.size > 0 ? `${needed}&` : ''}${query}`, { key: owner.key });

    for (const name of ['colour', 'page', 'per_page', 'limit[]', '__proto__', 'workspace_id[]', 'sort']) {
      const refused = await list(`${name}=1`);
      expectRefused(refused, 400, 'bad_request');
      expect(refused.body.errors[0].field).toBe(name);
    }
    for (const limit of ['1e2', '0x10', '%2025', '25%20', '', '0', '101', '-1', '٣', '1_0', '25,'])
      expectRefused(await list(`limit=${limit}`), 400, 'bad_request');
    expectRefused(await list('limit=5&limit=5'), 400, 'bad_request');
    expectRefused(await list('cursor=eyJhIjoxfQ'), 400, 'bad_request');
    for (const nameless of ['=1', '=&=']) {
      const refused = await list(nameless);
      expectRefused(refused, 400, 'bad_request');
      expect(refused.body.errors[0].field).toBe('""');
    }
    expect((await list('limit=100')).status).toBe(200);
  });

  it('of random text gets 200, or an error with a valid body', async () => {
    const { call, owner } = await aDeployment();
    const piece = fc.constantFrom(...'&=[]%+?#;,.:/', 'limit', 'workspace_id', 'page', '%00', '%ff', '1', '__proto__');
    const paths = lists.map(({ path }) => path);

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
        async (path, query) => {
          const answered = await call('GET', `${path}?${query}`, { key: owner.key });
          expect([200, 400, 401]).toContain(answered.status);
          if (answered.status >= 400) expect(v.safeParse(ErrorsBody, answered.body).issues ?? []).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

const isSpace = (letter: string | undefined): boolean => letter === ' ' || letter === '\t';

function withoutSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text[start])) start += 1;
  while (end > start && isSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

describe('an Authorization header', () => {
  it('is accepted with the key and at most one scheme, and else refused as missing_api_key or invalid_api_key', async () => {
    const { call, owner } = await aDeployment();
    const words = ['Bearer', 'TOKEN', 'Basic', owner.key, owner.key.slice(0, -1), 'rap_', '"', "'", ':', 'é', '\u0000'];
    const spaces = ['', ' ', '  ', '\t', ',', ', ', '\r\n', '\u00a0', '\u2028', ' '.repeat(10_240), '%20'];
    const header = fc
      .array(fc.tuple(fc.constantFrom(...spaces), fc.constantFrom(...words)), { maxLength: 3 })
      .map((parts) => parts.flat().join(''));
    // No regular expression: / +$/ takes quadratic time on ten thousand spaces.
    const stripped = (text: string) => withoutSpaces(text).replace(/^(?:bearer|token) +/i, '');
    const isKey = (text: string) => stripped(text) === owner.key;

    await fc.assert(
      fc.asyncProperty(header, async (authorization) => {
        const answered = await call('GET', '/workspaces', { headers: { authorization } });
        if (answered.status === 200) expect(isKey(authorization)).toBe(true);
        else if (/^[ \t]*$/.test(authorization)) expectRefused(answered, 401, 'missing_api_key');
        else expectRefused(answered, 401, 'invalid_api_key');
        if (isKey(authorization) && authorization.length <= 512) expect(answered.status).toBe(200);
      }),
      { numRuns: 400 },
    );
  });
});
