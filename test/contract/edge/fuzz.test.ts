import fc from 'fast-check';
import * as v from 'valibot';
import { type Contract, nameOf } from '#shared/foundation/http/contract';
import { contracts } from '#shared/wiring/all-contracts';
import type { ApiResponse } from '#test/support/api-response';
import { ErrorsBody } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { twoOffices } from './two-offices.ts';

const settings = { numRuns: sized({ everyday: 10, release: 40 }) };

/** A field's name as a request might spell it, an unknown one, or one that means something to JavaScript. */
const oddNames = fc.constantFrom('__proto__', 'constructor', 'toString', 'workspaceId', 'metadata', 'scope', '', '[]');

const oddTexts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    ...[
      '',
      ' ',
      'inherit',
      'https://meet.google.com/abc-good-def',
      'https://',
      'http://[::1]/',
      '2026-11-02T14:00:00Z',
    ],
    ...['+275760-09-13T00:00:00Z', '0000-01-01T00:00:00Z', '2026-11-02T14:00:00+25:00', 'ada@acme.test', 'en', 'auto'],
    ...['meetings:external', '*', 'meeting.created', '\ud83d', '\u0000', '😀'.repeat(501), '999999999', '100', '-0'],
  ),
);

/** Values of every kind, among them those that the world really has. */
const oddValues = (ids: readonly string[]) =>
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      oddTexts,
      fc.constantFrom(...ids, ...ids.map((id) => `member:${id}`), ...ids.map((id) => `meeting:${id}`)),
      fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(oddNames, fc.string({ maxLength: 8 })), tie('value'), { maxKeys: 4 }),
    ),
  })).value;

const entriesOf = (schema: unknown): readonly string[] => {
  const { entries, pipe } = schema as { entries?: object; pipe?: readonly unknown[] };
  return entries ? Object.keys(entries) : (pipe ?? []).slice(0, 1).flatMap(entriesOf);
};

/** Mostly the fields that the schema knows, so that the rules behind the first one are reached too. */
const fieldsFor = (schema: unknown, ids: readonly string[], workspace: string) =>
  fc
    .dictionary(
      fc.oneof(
        { arbitrary: fc.constantFrom('metadata', ...entriesOf(schema)), weight: 6 },
        { arbitrary: oddNames, weight: 1 },
      ),
      oddValues(ids),
      {
        maxKeys: 6,
      },
    )
    .chain((fields) => fc.constantFrom(fields, { ...fields, workspace_id: workspace }));

const header = (name: string, ...values: readonly string[]) =>
  fc
    .option(fc.oneof(fc.constantFrom(...values), fc.string({ unit: 'binary', maxLength: 40 })), { nil: undefined })
    .map((value) => (value === undefined ? {} : { [name]: value }));

const headers = fc
  .tuple(
    header('service-version', '2025-11-25', '2026-10-09', '2026-10-12'),
    header('accept', '*/*', 'application/json', 'text/vtt'),
    header('content-type', 'application/json', 'application/x-www-form-urlencoded'),
  )
  .map((some): Readonly<Record<string, string>> => Object.assign({}, ...some));

function expectWellAnswered(name: string, answered: ApiResponse) {
  const {
    status,
    body,
    headers: { 'service-version': version },
  } = answered;
  expect([name, status < 500, body]).toEqual([name, true, body]);
  expect(version).toMatch(/^\d{4}-\d\d-\d\d$/);
  if (status >= 400) expect(v.safeParse(ErrorsBody, body).issues ?? []).toEqual([]);
}

async function aTarget(contract: Contract) {
  const world = await twoOffices();
  const ids = Object.values(world.ours);
  const paths = contract.path.includes('{id}')
    ? fc
        .oneof(fc.constantFrom(...ids), fc.string({ maxLength: 12 }).map(encodeURIComponent))
        .map((id) => contract.path.replace('{id}', id || '-'))
    : fc.constant(contract.path);
  const keys = fc.oneof(
    { arbitrary: fc.constant(world.owner.key), weight: 9 },
    { arbitrary: fc.constant(world.stranger.key), weight: 1 },
  );
  return { ...world, ids, paths, keys };
}

const queryText = (fields: object): string =>
  Object.entries(fields)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(String(value).toWellFormed())}`,
    )
    .join('&');

const asQuery = (ids: readonly string[], workspace: string, schema: unknown) =>
  fc
    .dictionary(
      fc.oneof(oddNames, fc.constantFrom('limit', 'cursor', ...entriesOf(schema))),
      fc.oneof(oddTexts, fc.constantFrom(...ids)),
      { maxKeys: 4 },
    )
    .chain((fields) => fc.constantFrom({}, fields, { ...fields, workspace_id: workspace }))
    .map(queryText);

describe('any request', () => {
  it.each(contracts.map((contract) => [nameOf(contract), contract] as const))(
    'is answered as the document says, never with a 500: %s',
    async (name, contract) => {
      const { call, paths, keys, ids, ours, dynamo } = await aTarget(contract);
      const query = asQuery(ids, ours.wks, contract.query);
      const body = contract.body ? fieldsFor(contract.body, ids, ours.wks) : fc.constant(undefined);

      await fc.assert(
        fc.asyncProperty(paths, query, body, headers, keys, async (path, asked, fields, sentHeaders, key) => {
          const sent = fields === undefined ? {} : { raw: JSON.stringify(fields) };
          expectWellAnswered(
            name,
            await call(contract.method, `${path}?${asked}`, { key, headers: sentHeaders, ...sent }),
          );
        }),
        settings,
      );
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
      expect(dynamo.items().length).toBeGreaterThan(0);
    },
  );

  it.each(contracts.filter(({ body }) => body).map((contract) => [nameOf(contract), contract] as const))(
    'may carry any text for a body: %s',
    async (name, contract) => {
      const { call, paths, owner } = await aTarget(contract);
      const piece = fc.constantFrom(
        ...'{}[]":,&=\\',
        'metadata',
        '[__proto__]',
        '1e999',
        'null',
        '\u0000',
        '\ufeff',
        'workspace_id',
        '%',
        '+',
      );
      const text = fc.oneof(
        fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
        fc.string({ unit: 'binary', maxLength: 80 }),
      );

      await fc.assert(
        fc.asyncProperty(paths, text, headers, async (path, raw, sentHeaders) => {
          expectWellAnswered(name, await call(contract.method, path, { key: owner.key, headers: sentHeaders, raw }));
        }),
        settings,
      );
    },
  );
});
