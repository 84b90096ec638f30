import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { SourceNumber } from '#shared/foundation/core/json';
import { Refusal } from '#shared/foundation/core/refusal';
import { measuredIn, type RequestWork } from '#shared/foundation/dynamodb/request-work';
import type { BodyEvent } from '#shared/foundation/http/request/body-bytes';
import { readBody } from '#shared/foundation/http/request/read-body';
import { describe, expect, it, jest } from '#test/support/jest';

const aRequest = (body: string | undefined, contentType = 'application/json'): BodyEvent => ({
  body,
  isBase64Encoded: false,
  headers: { 'content-type': contentType },
});
const inBase64 = (bytes: Uint8Array | string, contentType = 'application/json'): BodyEvent => ({
  ...aRequest(Buffer.from(bytes).toString('base64'), contentType),
  isBase64Encoded: true,
});
const FORM = 'application/x-www-form-urlencoded';
const fieldsOf = (body: string, contentType?: string) => readBody(aRequest(body, contentType))?.fields;
const formOf = (body: string) => JSON.stringify(fieldsOf(body, FORM));

const refusalOf = (event: BodyEvent) => {
  try {
    readBody(event);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [fault] = error.faults;
    return { kind: error.kind, code: fault?.code, message: fault?.message ?? '', field: fault?.field };
  }
  throw new Error('Nothing was refused.');
};
const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

describe('a JSON body', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    '',
    FORM,
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('is read as JSON when it is called %j', (contentType) =>
    expect(readBody(aRequest('{"a":1}', contentType))).toEqual({ fields: { a: 1 }, formValues: false }),
  );

  it('is read without any content type', () => {
    expect(readBody({ body: ' {"a":[true,null,"x"]}\n', headers: {} })?.fields).toEqual({ a: [true, null, 'x'] });
  });

  it('is decoded first where the gateway encoded it', () => {
    expect(readBody(inBase64('{"a":"é😀"}'))?.fields).toEqual({ a: 'é😀' });
    expect(readBody(inBase64('\uFEFF{"a":1}'))?.fields).toEqual({ a: 1 });
    expect(fieldsOf('\uFEFF{"a":1}')).toEqual({ a: 1 });
  });

  it.each([[undefined], [''], ['  \r\n'], ['\uFEFF']])('%j is no body', (body) => {
    expect(readBody(aRequest(body))).toBeUndefined();
    expect(readBody(aRequest(body, FORM))).toBeUndefined();
    expect(readBody(inBase64(body ?? ''))).toBeUndefined();
  });

  it('holds at most 1 MB, encoded or not', () => {
    const body = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    expect(fieldsOf(body(1_048_576))).toBeDefined();
    expect(refusalOf(aRequest(body(1_048_577)))).toMatchObject({ kind: 'malformed', code: 'bad_request' });
    expect(readBody(inBase64(body(1_048_576)))).toBeDefined();
    expect(refusalOf(inBase64(body(1_048_577))).code).toBe('bad_request');
    expect(refusalOf(aRequest(`{"a":"${'é'.repeat(600_000)}"}`)).code).toBe('bad_request');
    expect(refusalOf(aRequest(`a=${'x'.repeat(1_048_577)}`, FORM)).code).toBe('bad_request');
  });

  it.each(['[]', '[1]', '1', '"text"', 'true', 'null'])('%s is no object', (body) =>
    expect(refusalOf(aRequest(body))).toMatchObject({ kind: 'malformed', code: 'bad_request' }),
  );

  it.each(['[object Object]', ' [object Object]\n', '"[object Object]"', '[object Undefined]', '[object FormData]'])(
    '%j is refused with a message that names JSON.stringify',
    (body) => {
      for (const contentType of ['application/json', FORM]) {
        const { code, message } = refusalOf(aRequest(body, body.startsWith('"') ? 'text/plain' : contentType));
        expect(code).toBe('invalid_json');
        expect(message).toContain('JSON.stringify');
      }
    },
  );

  it('may nest 32 levels and no more', () => {
    expect(fieldsOf(nested(32))).toBeDefined();
    for (const body of [nested(33), '['.repeat(100_000), '{"a":'.repeat(100_000), nested(400_000)])
      expect(refusalOf(aRequest(body))).toMatchObject({ code: 'invalid_json', message: expect.stringContaining('32') });
  });

  it.each([
    ['numbers', (count: number) => `{"a":[${'1,'.repeat(count - 3)}1]}`],
    ['numbers of metadata', (count: number) => `{"metadata":[${'1,'.repeat(count - 3)}1]}`],
    ['fields', (count: number) => `{${'"a":1,'.repeat(count - 2)}"a":1}`],
    ['empty lists in lists', (count: number) => `{"a":[${'[[]],'.repeat((count - 5) / 3)}[[]]]}`],
  ])('holds 20,000 values; more are refused before they are parsed: %s', (_what, bodyOf) => {
    expect(fieldsOf(bodyOf(20_000))).toBeDefined();

    const parser = jest.spyOn(JSON, 'parse');
    try {
      expect(refusalOf(aRequest(bodyOf(20_003)))).toEqual({
        kind: 'malformed',
        code: 'bad_request',
        message: 'The body holds more than 20,000 values.',
        field: undefined,
      });
      expect(parser).not.toHaveBeenCalled();
    } finally {
      parser.mockRestore();
    }
  });

  it('commas and brackets in texts are no values', () => {
    expect(fieldsOf(JSON.stringify({ a: '[{,'.repeat(100_000) }))).toBeDefined();
  });

  it('brackets in texts are no nesting', () => {
    expect(fieldsOf(JSON.stringify({ a: '[{"\\'.repeat(100), ['[[['.repeat(20)]: '"' }))).toBeDefined();
  });

  it('the later of two equal keys wins', () => expect(fieldsOf('{"a":1,"b":2,"a":3}')).toEqual({ a: 3, b: 2 }));

  it.each([[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0x80]])('bytes %p %p %p are no UTF-8', (...bytes) => {
    const given = bytes.filter((byte) => typeof byte === 'number');
    const body = Uint8Array.from([...Buffer.from('{"a":"'), ...given, ...Buffer.from('"}')]);
    expect(refusalOf(inBase64(body))).toMatchObject({ kind: 'malformed', code: 'invalid_json' });
  });

  it('numbers inside metadata keep the text they were written in, at any depth', () => {
    const numbers = '"a":12345678901234567890,"b":1.10,"c":1e400,"d":-0,"e":{"f":[7]}';
    const read = fieldsOf(`{"metadata":{${numbers}},"member_data":{"metadata":{"n":1.0}},"limit":25,"x":[1.50]}`);
    expect(read).toEqual({
      metadata: {
        a: new SourceNumber('12345678901234567890'),
        b: new SourceNumber('1.10'),
        c: new SourceNumber('1e400'),
        d: new SourceNumber('-0'),
        e: { f: [new SourceNumber('7')] },
      },
      member_data: { metadata: { n: new SourceNumber('1.0') } },
      limit: 25,
      x: [1.5],
    });
    expect(JSON.stringify(fieldsOf('{"metadata":{"n":1.10}}'))).toBe('{"metadata":{"n":1.1}}');
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString'])('the key %s is a key like any other', (key) => {
    const body = `{"${key}":{"polluted":1},"metadata":{"${key}":"x"}}`;
    expect(JSON.stringify(fieldsOf(body))).toBe(body);
    expect(Object.getPrototypeOf(fieldsOf(body))).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('comes back as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 5 })), (value) => {
        const body = JSON.stringify(value);
        const read = readBody(body.length % 2 ? aRequest(body) : inBase64(body));
        expect(JSON.stringify(read?.fields)).toBe(JSON.stringify(JSON.parse(body)));
      }),
    );
  });
});

describe('a malformed body', () => {
  it.each([
    ['{"a": sk_live_0123456789}', "Unexpected token 's' at position 6 (line 1 column 7)"],
    ['{"a":1,\n "b": x}', "Unexpected token 'x' at position 14 (line 2 column 7)"],
    ['{"a":}', "Unexpected token '}' at position 5"],
    ['[1,,2]', "Unexpected token ',' at position 3"],
    ['{"a":[1,]}', "Unexpected token ']' at position 8"],
    ['{"a":trux}', "Unexpected token 'x' at position 8"],
    ['{"a":[], "b":{}, "c": "\\"]", "d": \'x\'}', "Unexpected token ''' at position 34"],
    ['{"a":NaN}', "Unexpected token 'N' at position 5"],
    ['{"a":😀}', 'at position 5'],
    ['{"a" "b"}', "Expected ':' after property name at position 5"],
    ['{"a":1,}', 'Expected double-quoted property name at position 7'],
    ['{a:1}', 'at position 1'],
    ['{"a":1} x', 'Unexpected non-whitespace character after JSON at position 8'],
    ['{"a":"x', 'Unterminated string at position 7'],
    ['{"a":"\n"}', 'Bad control character in string literal at position 6'],
    ['{"a":01}', 'at position 6'],
    ['{', 'at position 1'],
    ['{"a":nul', 'Unexpected end of JSON input at position 8'],
    ['undefined', 'at position 0'],
    ['a=b', "Unexpected token 'a' at position 0"],
  ])('%j: %s', (body, message) => {
    const refusal = refusalOf(aRequest(body));
    expect(refusal).toMatchObject({ kind: 'malformed', code: 'invalid_json' });
    expect(refusal.message).toContain(message);
  });

  it('never has its text repeated in the answer, which is short', () => {
    const secret = 'rap_secretsecretsecret';
    const bodies = [
      `{"k":${secret}}`,
      secret,
      `{"k":"${secret}" "x"}`,
      `{"k":"${secret}`,
      `{'k':'${secret}'}`,
      `"${secret}`,
      `{"k":"a"${secret}}`,
    ];
    for (const body of bodies) {
      const { message } = refusalOf(aRequest(body));
      for (let start = 0; start + 6 <= secret.length; start += 1)
        expect(message).not.toContain(secret.slice(start, start + 6));
      expect(message.length).toBeLessThanOrEqual(240);
    }
  });

  it('of any kind is a refusal with a position inside it, never a crash', () => {
    const part = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '"a"',
      '1',
      '-',
      '.',
      'e',
      'true',
      'nul',
      ' ',
      '\n',
      '\u0000',
      '😀',
      "'",
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 20 }).map((parts) => parts.join('')),
        (body) => {
          try {
            readBody(aRequest(body));
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            const position = /at position (\d+)/.exec(error.message)?.[1];
            if (position !== undefined) expect(Number(position)).toBeLessThanOrEqual(body.length);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('as long as a body may be, or with as many values, is answered', () => {
    for (const body of [
      '"'.repeat(1_000_001),
      `["${'x'.repeat(1_000_000)}", y]`,
      '[1,'.repeat(20) + '1,'.repeat(19_000),
      '\\'.repeat(1_000_000),
    ])
      expect(refusalOf(aRequest(body)).code).toBe('invalid_json');
  });
});

describe('a gzip body', () => {
  const gzipped = (text: string | Uint8Array, encoding = 'gzip', contentType = 'application/json'): BodyEvent => ({
    ...inBase64(gzipSync(text)),
    headers: { 'content-type': contentType, 'content-encoding': encoding },
  });

  it.each(['gzip', 'GZIP ', 'x-gzip'])('is read with Content-Encoding %j', (encoding) => {
    expect(readBody(gzipped('{"a":"é"}', encoding))).toEqual({ fields: { a: 'é' }, formValues: false });
    expect(readBody(gzipped('a=1', encoding, FORM))?.fields).toEqual({ a: '1' });
  });

  it('is read as it is with Content-Encoding identity', () => {
    expect(readBody({ body: '{"a":1}', headers: { 'Content-Encoding': 'identity' } })?.fields).toEqual({ a: 1 });
  });

  it('is read as text where the gateway decompressed it and left the header', () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect(readBody({ body: '{"a":"é"}', isBase64Encoded: false, headers })?.fields).toEqual({ a: 'é' });
    expect(refusalOf({ body: '\u001f\ufffd', isBase64Encoded: false, headers }).code).toBe('bad_request');
  });

  it('holds at most 1 MB, decompressed', () => {
    const body = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    expect(readBody(gzipped(body(1_048_576)))).toBeDefined();
    expect(refusalOf(gzipped(body(1_048_577)))).toMatchObject({
      code: 'bad_request',
      message: 'The body is larger than 1 MB.',
    });
  });

  it('is decompressed up to the limit and no further', () => {
    const bomb = gzipped(new Uint8Array(200_000_000));
    expect(Buffer.byteLength(bomb.body ?? '')).toBeLessThan(300_000);
    const before = process.memoryUsage().arrayBuffers;

    expect(refusalOf(bomb).message).toContain('1 MB');

    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it('counts as work of its request up to the limit, also where it is refused', () => {
    const tenMegabytes = gzipSync(new Uint8Array(10_000_000));
    const broken = Buffer.concat([gzipSync(new Uint8Array(1_000_000)).subarray(0, -8), Buffer.alloc(8)]);
    const workOf = async (bytes: Uint8Array) => {
      const work: RequestWork = { bytes: 0 };
      const event = { ...inBase64(bytes), headers: { 'content-encoding': 'gzip' } };
      await measuredIn(work, async () => refusalOf(event));
      return work.bytes;
    };

    return Promise.all([
      expect(workOf(tenMegabytes)).resolves.toBe(3 * 1_048_576),
      expect(workOf(broken)).resolves.toBeGreaterThan(3 * 990_000),
      expect(workOf(Buffer.from('no gzip'))).resolves.toBeLessThan(30_000),
    ]);
  });

  it.each(['br', 'deflate', 'zstd', 'gzip, gzip', 'nonsense'])('%j is no encoding that is read', (encoding) =>
    expect(refusalOf(gzipped('{"a":1}', encoding))).toMatchObject({
      kind: 'malformed',
      code: 'bad_request',
      message: expect.stringContaining('Content-Encoding'),
    }),
  );

  it.each(['', '{"a":1}', '\u001f'])('%j is not gzip', (text) =>
    expect(refusalOf({ ...inBase64(text), headers: { 'content-encoding': 'gzip' } }).code).toBe('bad_request'),
  );
});

describe('a form body', () => {
  it('is text, and says so', () => {
    expect(readBody(aRequest('a=true&b=12&c=x+y%26%C3%A9', `${FORM}; charset=UTF-8`))).toEqual({
      fields: { a: 'true', b: '12', c: 'x y&é' },
      formValues: true,
    });
    expect(readBody(inBase64('a=1', FORM.toUpperCase()))?.fields).toEqual({ a: '1' });
    expect(readBody({ body: 'a=1', headers: { 'Content-Type': FORM } })?.formValues).toBe(true);
  });

  it.each([
    ['metadata[key]=v', '{"metadata":{"key":"v"}}'],
    ['metadata%5Bkey%5D=v&metadata[other]=w', '{"metadata":{"key":"v","other":"w"}}'],
    ['metadata=', '{"metadata":""}'],
    ['metadata[key]=', '{"metadata":{"key":""}}'],
    ['metadata[0]=a&metadata[1]=b', '{"metadata":{"0":"a","1":"b"}}'],
    ['member_data[metadata][0]=a', '{"member_data":{"metadata":{"0":"a"}}}'],
    ['scope[]=a&scope[]=b', '{"scope":["a","b"]}'],
    ['scope[0]=a&scope[1]=b', '{"scope":["a","b"]}'],
    ['scope[1]=b&scope[0]=a', '{"scope":["a","b"]}'],
    ['scope[1]=b&scope[7]=a', '{"scope":{"1":"b","7":"a"}}'],
    ['a[b][c][d]=x&a[b][e]=y', '{"a":{"b":{"c":{"d":"x"},"e":"y"}}}'],
    ['p[0][email]=a&p[0][name]=b&p[1][email]=c', '{"p":[{"email":"a","name":"b"},{"email":"c"}]}'],
    ['p[][email]=a&p[][name]=b&p[][email]=c', '{"p":[{"email":"a","name":"b"},{"email":"c"}]}'],
    ['a=1&a=2', '{"a":"2"}'],
    ['a&b=&&c=d=e', '{"a":"","b":"","c":"d=e"}'],
    ['a[b=1&c]=2&[d]=3&e[f]g=4&h[[i]]=5', '{"a[b":"1","c]":"2","[d]":"3","e[f]g":"4","h[[i]]":"5"}'],
    [
      '__proto__[polluted]=1&metadata[__proto__]=x&a[constructor][prototype]=y',
      '{"__proto__":{"polluted":"1"},"metadata":{"__proto__":"x"},"a":{"constructor":{"prototype":"y"}}}',
    ],
  ])('%s', (body, json) => {
    expect(formOf(body)).toBe(json);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    'a=1&a[b]=2',
    'a[b]=1&a=2',
    'a[]=1&a[b]=2',
    'a[b]=1&a[]=2',
    'a[]=1&a=2',
    'a=%zz',
    'a=%ff',
    '%c3%28=x',
    '=',
    'a=1&=2',
  ])('%s cannot be read', (body) =>
    expect(refusalOf(aRequest(body, FORM))).toMatchObject({ kind: 'malformed', code: 'bad_request' }),
  );

  it('has at most 1,000 fields', () => {
    const form = (fields: number) => Array.from({ length: fields }, (_, nth) => `f${nth}=1`).join('&');
    expect(Object.keys(fieldsOf(form(1_000), FORM) ?? {})).toHaveLength(1_000);
    for (const body of [form(1_001), form(30_000), '&'.repeat(1_000_000)])
      expect(refusalOf(aRequest(body, FORM))).toMatchObject({
        code: 'bad_request',
        message: 'The form has more than 1,000 fields.',
      });
  });

  it.each([
    ['participants[0][email]=a&participants[][email]=b', 'participants'],
    ['participants[][email]=a&participants[0][email]=b', 'participants'],
    ['scope[0]=a&scope[]=b', 'scope'],
    ['memberData[some][]=a&memberData[some][1]=b', 'member_data.some'],
  ])('may not mix items with an index and without one: %s', (body, field) => {
    expect(refusalOf(aRequest(body, FORM))).toMatchObject({ kind: 'unprocessable', code: 'invalid', field });
  });

  it('may nest 32 levels and no more', () => {
    expect(fieldsOf(`a${'[b]'.repeat(31)}=1`, FORM)).toBeDefined();
    for (const depth of [32, 100_000])
      expect(refusalOf(aRequest(`a${'[b]'.repeat(depth)}=1`, FORM)).code).toBe('invalid_json');
  });

  it('comes back as it was written', () => {
    const aName = fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => !/[[\]]/.test(name));
    fc.assert(
      fc.property(
        fc.dictionary(aName, fc.string({ unit: 'grapheme' }), { noNullPrototype: true, minKeys: 1 }),
        (metadata) => {
          const pairs = Object.entries(metadata).map(
            ([key, value]) => `metadata[${encodeURIComponent(key)}]=${encodeURIComponent(value)}`,
          );
          expect(formOf(pairs.join('&'))).toBe(JSON.stringify({ metadata }));
        },
      ),
    );
  });

  it('of any text is a form or a refusal', () => {
    const part = fc.constantFrom('a', '[', ']', '[]', '=', '&', '%', '%5B', '+', '__proto__', '0', 'metadata', '😀');
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 20 }).map((parts) => parts.join('')),
        (body) => {
          try {
            readBody(aRequest(body, FORM));
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
