import type { Call } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aDeployment, codesOf, everyGroup } from './a-deployment.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const MB = 1_048_576;

/** A deployment in which members are made, from bodies of every kind. */
async function aMembersApi() {
  const deployment = await aDeployment();
  const { call, owner } = deployment;
  const send = (sent: Call) => call('POST', '/members', { key: owner.key, ...sent });
  const sendJson = (fields: string, headers = {}) =>
    send({ raw: `{"workspace_id":"${owner.workspaceId}",${fields}}`, headers });
  const sendForm = (fields: string) => send({ raw: `workspace_id=${owner.workspaceId}&${fields}`, headers: FORM });
  /** Base64, as the gateway encodes a binary body. */
  const sendBytes = async (bytes: Uint8Array, headers = {}) => {
    const event = {
      rawPath: '/api/v1/members',
      rawQueryString: '',
      headers: { authorization: owner.key, ...headers },
      requestContext: { http: { method: 'POST', sourceIp: '203.0.113.9' }, requestId: 'req-bytes' },
      body: Buffer.from(bytes).toString('base64'),
      isBase64Encoded: true,
    };
    const result = await everyGroup(deployment.context)(event as never, {} as never);
    return { status: result.statusCode, body: JSON.parse(result.body ?? 'null') };
  };
  return { ...deployment, send, sendJson, sendForm, sendBytes };
}

describe('JSON', () => {
  it.each([
    'application/json',
    'application/json; charset=iso-8859-1',
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
    '',
  ])('201: whatever the body is called: %j', async (type) => {
    const { sendJson } = await aMembersApi();

    const { status, body } = await sendJson('"name":"Ada"', { 'content-type': type });

    expect([status, body.name]).toEqual([201, 'Ada']);
  });

  it('201: with a byte order mark, in base64 and with a key sent twice, of which the later counts', async () => {
    const { sendBytes, owner } = await aMembersApi();
    const text = `\uFEFF{"workspace_id":"${owner.workspaceId}","name":"Ada","name":"Bèn 😀"}`;

    const { status, body } = await sendBytes(Buffer.from(text));

    expect([status, body.name]).toEqual([201, 'Bèn 😀']);
  });

  it('201: fields in camelCase, at any depth; the keys of metadata as they are', async () => {
    const { call, owner } = await aMembersApi();

    const { status, body } = await call('POST', '/calendar_events', {
      key: owner.key,
      body: {
        workspaceId: owner.workspaceId,
        memberData: { name: 'Ada', email: 'ada@acme.test', metadata: { seatNumber: 7 } },
        icalUid: 'abc',
        startsAt: '2026-11-02T14:00:00Z',
        endsAt: null,
        meetingUrl: null,
        attendees: [{ name: null, email: 'ben@acme.test', response: 'accepted' }],
        metadata: { crmId: 'x', crm_id: 'y' },
      },
    });

    expect([status, body.ical_uid, body.metadata]).toEqual([201, 'abc', { crmId: 'x', crm_id: 'y' }]);
    const member = await call('GET', `/members/${body.member_id}`, { key: owner.key });
    expect(member.body.metadata).toEqual({ seatNumber: '7' });
  });

  it('422: both spellings of one field', async () => {
    const { sendJson, owner } = await aMembersApi();

    const { status, body } = await sendJson(`"name":"Ada","workspaceId":"${owner.workspaceId}"`);

    expect([status, body.errors]).toEqual([
      422,
      [{ code: 'invalid', field: 'workspace_id', message: expect.stringContaining('camelCase') }],
    ]);
  });

  it.each([
    ['{"name":}', 'position 8 (line 1 column 9)'],
    ['{"name":"sk-secret-value",}', 'position 26 (line 1 column 27)'],
    ['{"name":"sk-secret-value"', 'position 25 (line 1 column 26)'],
    ["{'name':'sk-secret-value'}", 'position 1 (line 1 column 2)'],
    ['{\n"name": sk-secret-value}', 'position 10 (line 2 column 9)'],
    ['{"name":"sk-secret\nvalue"}', 'position 18 (line 1 column 19)'],
    ['{"a":1}{"name":"sk-secret-value"}', 'position 7 (line 1 column 8)'],
    ['sk-secret-value', 'position 0 (line 1 column 1)'],
    ['{"name": NaN}', 'position 9 (line 1 column 10)'],
    ['undefined', 'position 0 (line 1 column 1)'],
    ['name=sk-secret-value', 'position 1 (line 1 column 2)'],
  ])('400 invalid_json with a place and without a value: %j', async (raw, place) => {
    const { send } = await aMembersApi();

    const { status, body } = await send({ raw });

    expect([status, body.errors[0].code]).toEqual([400, 'invalid_json']);
    expect(body.errors[0].message).toContain(place);
    expect(body.errors[0].message).not.toContain('secret');
  });

  it.each([
    ['lists', '['.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000)],
    ['metadata', `{"metadata":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`],
    ['lists that close', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('400 invalid_json: 100,000 deep in %s', async (_what, raw) => {
    const { send } = await aMembersApi();

    const refused = await send({ raw });

    expect([refused.status, codesOf(refused)]).toEqual([400, ['invalid_json']]);
    expect(refused.body.errors[0].message).toContain('32');
  });

  it.each(['[object Object]', '"[object Object]"', ' [object Object] ', '[object Promise]'])(
    '400 invalid_json that tells the mistake: %j',
    async (raw) => {
      const { send } = await aMembersApi();

      for (const headers of [{}, FORM]) {
        const refused = await send({ raw, headers });
        expect([refused.status, codesOf(refused)]).toEqual([400, ['invalid_json']]);
        expect(refused.body.errors[0].message).toContain('JSON.stringify');
      }
    },
  );

  it.each([
    ['no body', ''],
    ['blanks', ' \r\n\t'],
    ['a byte order mark', '\uFEFF'],
    ['a list', '[{"name":"Ada"}]'],
    ['a text', '"Ada"'],
    ['a number', '7'],
    ['null', 'null'],
  ])('400 bad_request: %s', async (_what, raw) => {
    const { send } = await aMembersApi();

    const refused = await send({ raw });

    expect([refused.status, codesOf(refused)]).toEqual([400, ['bad_request']]);
  });

  it.each([MB - 1, MB, MB + 1])('of %i bytes is read up to 1 MB', async (size) => {
    const { owner, sendBytes, send } = await aMembersApi();
    const empty = `{"workspace_id":"${owner.workspaceId}","name":""}`;
    const text = empty.replace('""', `"${'x'.repeat(size - empty.length)}"`);
    const expected = size > MB ? [400, 'bad_request'] : [422, 'too_long'];

    for (const answered of [await send({ raw: text }), await sendBytes(Buffer.from(text))])
      expect([answered.status, answered.body.errors[0].code]).toEqual(expected);
  });

  it.each([[[0xff]], [[0xc3, 0x28]], [[0xed, 0xa0, 0x80]], [[0xc0, 0x80]], [[0xf0, 0x9f, 0x98]]])(
    '400 invalid_json: bytes that are no UTF-8: %j',
    async (bytes) => {
      const { sendBytes } = await aMembersApi();
      const body = Buffer.concat([Buffer.from('{"name":"'), Uint8Array.from(bytes), Buffer.from('"}')]);

      for (const headers of [{}, FORM]) {
        const refused = await sendBytes(body, headers);
        expect([refused.status, codesOf(refused)]).toEqual([400, ['invalid_json']]);
      }
    },
  );

  it.each([
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['prototype', 'prototype'],
    ['toString', 'to_string'],
    ['hasOwnProperty', 'has_own_property'],
  ])('422 unknown_field: a field called %s, which pollutes nothing', async (name, field) => {
    const { sendJson } = await aMembersApi();

    const { status, body } = await sendJson(`"name":"Ada","${name}":{"polluted":true}`);

    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ code: 'unknown_field', field })]]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    ['', '""'],
    ['n'.repeat(500_000), /^n{1,100}…?$/],
  ])('names an unknown field as far as it is readable', async (name, field) => {
    const { call, owner, send } = await aMembersApi();

    const made = await send({ body: { workspace_id: owner.workspaceId, name: 'Ada', [name]: 1 } });
    const asked = await call('GET', `/meetings?workspace_id=${owner.workspaceId}&${name}=1`, { key: owner.key });

    for (const { body } of [made, asked]) {
      expect(body.errors[0].field).toEqual(typeof field === 'string' ? field : expect.stringMatching(field));
      expect(body.errors[0].message.length).toBeLessThan(200);
    }
  });

  it('400: a field of the wrong name beside metadata is named likewise', async () => {
    const { call, owner } = await aMembersApi();
    const bot = { workspace_id: owner.workspaceId, meeting_url: 'https://meet.google.com/abc-good-def' };
    const { meeting_id } = (await call('POST', '/bots', { key: owner.key, body: bot })).body;

    const { status, body } = await call('PATCH', `/meetings/${meeting_id}`, { key: owner.key, body: { '': 1 } });

    expect([status, body.errors[0].field]).toEqual([400, '""']);
  });

  it('422: half a character is refused, never stored', async () => {
    const { sendJson } = await aMembersApi();

    for (const fields of [
      '"name":"\\ud83d"',
      '"name":"A","metadata":{"k":"\\ud83d"}',
      '"name":"A","metadata":{"\\udc00":"v"}',
    ])
      expect((await sendJson(fields)).status).toBe(422);
  });
});

describe('metadata', () => {
  it('keeps every number as it was written', async () => {
    const { sendJson } = await aMembersApi();
    const numbers = ['12345678901234567890', '1.10', '1e400', '-0', '1E+2', '0.1000000000000000055511151231257827'];

    const { body } = await sendJson(`"name":"Ada","metadata":{${numbers.map((text, at) => `"n${at}":${text}`)}}`);

    expect(Object.values(body.metadata)).toEqual(numbers);
  });

  it('comes back whole with 50 keys that mean something to others', async () => {
    const { call, owner, sendJson } = await aMembersApi();
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'object', 'legacy', 'policy'];
    const odd = [
      'metadata',
      'workspaceId',
      '.',
      'a.b',
      '$where',
      '#n',
      ':v',
      ' ',
      '\u0000',
      '"',
      '\\',
      '\u202e',
      '7',
      '😀',
    ];
    const sent = [...names, ...odd, '😀'.repeat(40)].map((key) => [key, `value of ${key}`.slice(0, 500)] as const);
    const more = Array.from({ length: 50 - sent.length }, (_, at) => [`k${at}`, '😀'.repeat(500)] as const);
    const metadata = Object.fromEntries([...sent, ...more]);

    const made = await sendJson(`"name":"Ada","metadata":${JSON.stringify(metadata)}`);
    const read = await call('GET', `/members/${made.body.id}`, { key: owner.key });

    expect(made.status).toBe(201);
    expect(Object.entries(read.body.metadata).sort()).toEqual(Object.entries(metadata).sort());
    expect(Object.getPrototypeOf(read.body.metadata)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a form', () => {
  it('201: with brackets for what is inside, and texts read as what their field is', async () => {
    const { call, owner } = await aMembersApi();
    const raw = [
      `workspaceId=${owner.workspaceNumber}`,
      'meeting_url=https%3A%2F%2Fmeet.google.com%2Fabc-good-def',
      'silence_alert=true',
      'allow_multiple_bots=false',
      'participants[0][email]=ada%40acme.test',
      'participants[1][name]=Ben+B',
      'metadata[seat]=007',
      'metadata[isGood]=true',
      'metadata[__proto__]=mine',
    ].join('&');

    const { status, body } = await call('POST', '/bots', { key: owner.key, raw, headers: FORM });

    expect(status).toBe(201);
    expect(body.silence_alert).toBe(true);
    expect(Object.entries(body.metadata).sort()).toEqual([
      ['__proto__', 'mine'],
      ['isGood', 'true'],
      ['seat', '007'],
    ]);
  });

  it.each([
    ['a prototype inside', 'name=Ada&metadata[__proto__][polluted]=1', 422],
    ['a prototype outside', 'name=Ada&__proto__[polluted]=1', 422],
    ['a constructor', 'name=Ada&constructor[prototype][polluted]=1', 422],
    ['one name as a value and as a group', 'name=Ada&name[x]=1', 400],
    ['percents that are none', 'name=%zz', 400],
    ['percents that are no UTF-8', 'name=%ff', 400],
    ['100,000 brackets', `name${'[a]'.repeat(100_000)}=1`, 400],
    ['brackets that do not match', 'name=Ada&metadata[a=1', 422],
    ['a list where a text belongs', 'name[]=Ada', 422],
  ])('is refused with %s', async (_what, fields, status) => {
    const { sendForm } = await aMembersApi();

    expect((await sendForm(fields)).status).toBe(status);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a query', () => {
  it.each([
    'limit=0',
    'limit=101',
    'limit=1e2',
    'limit=0x10',
    'limit=+5',
    'limit=5.0',
    'limit=-1',
    'limit=',
    'limit[]=5',
    'limit=5&limit=6',
    'page=1',
    'per_page=5',
    'perPage=5',
    'cursor=x',
    'nothing=1',
    '__proto__=1',
    '__proto__[x]=1',
    'constructor=1',
    'hasOwnProperty=1',
    'workspaceId=1',
    '%ff=1',
  ])('400 bad_request: %s', async (extra) => {
    const { call, owner } = await aMembersApi();

    const refused = await call('GET', `/members?workspace_id=${owner.workspaceId}&${extra}`, { key: owner.key });

    expect([refused.status, codesOf(refused)]).toEqual([400, ['bad_request']]);
  });

  it('200: names in either spelling', async () => {
    const { call, owner } = await aMembersApi();

    const { status } = await call('GET', `/meetings?workspaceId=${owner.workspaceId}&participantEmail=ada@acme.test`, {
      key: owner.key,
    });

    expect(status).toBe(200);
  });
});
