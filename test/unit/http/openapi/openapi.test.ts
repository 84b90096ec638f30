import * as v from 'valibot';
import { contract, isDocumented, nameOf } from '#shared/foundation/http/contract';
import { instantField, pageQuery } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import { contracts } from '#shared/wiring/all-contracts';
import { openapi } from '#shared/wiring/documents/openapi';
import { describe, expect, it } from '#test/support/jest';

// biome-ignore lint/suspicious/noExplicitAny: the document is looked at as its readers do
type Loose = any;

const written = (of = contracts): Loose => JSON.parse(JSON.stringify(openapi(of, 'https://api.example.test/api/v1')));

const document = written();

const operations = (of: Loose = document): readonly [name: string, operation: Loose][] =>
  Object.entries<Loose>(of.paths).flatMap(([path, methods]) =>
    Object.entries<Loose>(methods).map(([method, one]): [string, Loose] => [`${method.toUpperCase()} ${path}`, one]),
  );

/** Every object anywhere in it, with where it is. */
function objectsIn(value: Loose, path = ''): readonly [path: string, object: Loose][] {
  if (typeof value !== 'object' || value === null) return [];
  return [[path, value], ...Object.entries(value).flatMap(([key, child]) => objectsIn(child, `${path}/${key}`))];
}

const isThere = (reference: string): boolean =>
  reference
    .split('/')
    .slice(1)
    .reduce<Loose>((at, key) => at?.[key], document) !== undefined;

describe('the OpenAPI document', () => {
  it('has every endpoint, once', () => {
    expect(
      operations()
        .map(([name]) => name)
        .sort(),
    ).toEqual(contracts.filter(isDocumented).map(nameOf).sort());
  });

  it('refers to nothing that is not there', () => {
    const references = objectsIn(document).flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));

    expect(references.length).toBeGreaterThan(50);
    expect(references.filter((reference) => !isThere(reference))).toEqual([]);
  });

  it('gives every operation a name of its own that a program can use', () => {
    const sent = Object.values<Loose>(document.webhooks).map(({ post }) => post.operationId);
    const ids = [...operations().map(([, { operationId }]) => operationId), ...sent];

    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([]);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids).toContain('listMeetings');
  });

  it.each(contracts.filter(isDocumented).map((one) => [nameOf(one), one] as const))(
    'lists every status of %s',
    (name, one) => {
      const operation = new Map(operations()).get(name);
      const statuses = Object.keys(operation.responses);

      expect(statuses).toEqual(expect.arrayContaining([...Object.keys(one.responses), ...Object.keys(one.errors)]));
      expect(statuses).toEqual(
        expect.arrayContaining(['400', '405', '406', '500', ...(one.access === 'open' ? [] : ['401'])]),
      );
      for (const [status, codes] of Object.entries(one.errors)) {
        const [, narrowed] = operation.responses[status].content['application/json'].schema.allOf;
        expect(narrowed.properties.errors.items.properties.code.enum).toEqual(expect.arrayContaining([...codes]));
      }
    },
  );

  it('says of every response what it is', () => {
    const responses = operations().flatMap(([, { responses: some }]) => Object.values<Loose>(some));

    expect(responses.filter(({ description }) => typeof description !== 'string' || description === '')).toEqual([]);
  });

  it('has every parameter of a path, and no parameter twice', () => {
    for (const [name, { parameters }] of operations()) {
      const inPath = parameters.filter((one: Loose) => one.in === 'path');
      expect(inPath.map((one: Loose) => `{${one.name}}`)).toEqual(name.match(/\{\w+\}/g) ?? []);
      expect(inPath.every((one: Loose) => one.required)).toBe(true);
      const places = parameters.map((one: Loose) => `${one.in} ${one.name} ${one.$ref}`);
      expect(new Set(places).size).toBe(places.length);
    }
  });

  it('has on every response the headers that every answer carries', () => {
    for (const [name, { responses }] of operations())
      for (const [status, { headers }] of Object.entries<Loose>(responses)) {
        const success = Number(status) < 300 ? ['Link', ...(status === '201' ? ['Location'] : [])] : [];
        const all = ['Service-Version', 'X-Request-Id', ...success];
        expect([name, status, Object.keys(headers)]).toEqual([name, status, expect.arrayContaining(all)]);
      }
  });

  it('takes an Idempotency-Key with every POST that asks for a key, and with nothing else', () => {
    const key = '#/components/parameters/IdempotencyKey';
    const taking = operations().filter(([, { parameters }]) => parameters.some((one: Loose) => one.$ref === key));
    const posts = contracts.filter(({ method, access }) => method === 'POST' && access !== 'open');

    expect(taking.map(([name]) => name).sort()).toEqual(posts.map(nameOf).sort());
    for (const [, { responses }] of taking) expect(responses['422']).toBeDefined();
  });

  it('leaves nothing without a type', () => {
    const properties = objectsIn(document.components.schemas).filter(([path]) => /\/properties\/[^/]+$/.test(path));

    expect(properties.filter(([, schema]) => Object.keys(schema).length === 0)).toEqual([]);
  });

  it('lets answers grow, and requests not', () => {
    const closed = objectsIn(document).filter(([, one]) => one.additionalProperties === false);

    expect(closed.length).toBeGreaterThan(5);
    expect(closed.filter(([path]) => !/^.paths.*.requestBody./.test(path)).map(([path]) => path)).toEqual([]);
  });

  it('carries no words of the schema library', () => {
    const foreign = objectsIn(document).filter(([, one]) => 'jsonSchema' in one || '$schema' in one || '$defs' in one);

    expect(foreign.map(([path]) => path)).toEqual([]);
  });

  it('asks for the key in the Authorization header, but where an endpoint is open', () => {
    expect(document.components.securitySchemes.apiKey).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
    });
    expect(document.security).toEqual([{ apiKey: [] }]);
    const open = operations().filter(([, { security }]) => security !== undefined);
    expect(open.map(([name]) => name)).toEqual(contracts.filter((one) => one.access === 'open').map(nameOf));
  });

  it('tells of every event that is sent, with the resource it carries', () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...PUBLIC_EVENTS].sort());
    const { content } = document.webhooks['bot.failed'].post.requestBody;
    expect(content['application/json'].schema.properties).toMatchObject({
      type: { const: 'bot.failed' },
      data: { properties: { object: { $ref: '#/components/schemas/Bot' } } },
    });
  });

  it('refuses two shapes of one name, and takes a title for one of them', () => {
    const Thing = v.strictObject({ object: v.literal('thing'), id: v.string() });
    const Whole = v.strictObject({ ...Thing.entries, parts: v.array(v.string()) });
    const reading = (path: string, schema: v.GenericSchema) =>
      contract({
        method: 'GET',
        path,
        access: 'open',
        group: 'things',
        summary: `Read ${path}`,
        query: v.strictObject({ since: v.optional(instantField), ...pageQuery }),
        responses: { 200: { description: 'Things.', schema } },
        errors: {},
      });
    const titled = v.pipe(Whole, v.title('WholeThing'));

    expect(() => written([reading('/things', listOf(Thing)), reading('/things/1', Whole)])).toThrow('called Thing');
    const { components, paths } = written([reading('/things', listOf(Thing)), reading('/things/1', titled)]);
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['ThingList', 'Thing', 'WholeThing', 'Errors']),
    );
    expect(components.schemas.ThingList.properties.data.items).toEqual({ $ref: '#/components/schemas/Thing' });
    expect(paths['/things'].get.parameters).toMatchObject([
      { name: 'since', in: 'query', required: false, schema: { type: 'string', format: 'date-time' } },
      {
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
      },
      { name: 'cursor', in: 'query', required: false },
      {},
    ]);
  });
});
