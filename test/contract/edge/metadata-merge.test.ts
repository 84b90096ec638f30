import fc from 'fast-check';
import type { ApiResponse } from '#test/support/api-response';
import { describe, expect, it } from '#test/support/jest';
import { aDeployment } from './a-deployment.ts';

type Deployment = Awaited<ReturnType<typeof aDeployment>>;

/** What a patch says: keys with the JSON text of their value, or the empty string, which removes every key. */
type Sent = '' | readonly (readonly [key: string, json: string])[];

/** Keys that could be taken for another key, for a field, or for something of the language's own. */
const tricky = [
  ...['dealStage', 'deal_stage', 'DealStage', 'DEAL_STAGE', 'deal.stage', 'metadata', 'workspaceId', 'object'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'legacy', '0', '1', '-1', ' ', '=&?+%20'],
];
const key = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...tricky) },
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((text) => !/[[\]]/.test(text)),
);
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 500 }), fc.constantFrom('', 'null', '{}', 'true', ' '));
const number = fc.constantFrom('0', '-1', '1.10', '1e3', '12345678901234567890', '0.1000');
const value = fc.oneof(
  { weight: 3, arbitrary: text.map((one) => JSON.stringify(one)) },
  number,
  fc.constantFrom('true', 'false'),
);
const sent: fc.Arbitrary<Sent> = fc.oneof(
  { weight: 9, arbitrary: fc.uniqueArray(fc.tuple(key, value), { maxLength: 30, selector: ([name]) => name }) },
  fc.constant('' as const),
);

/** A second implementation of docs/limits-and-rules.md#metadata. Undefined where more than 50 keys would result. */
function slowly(before: ReadonlyMap<string, string>, patch: Sent): ReadonlyMap<string, string> | undefined {
  if (patch === '') return new Map();
  const after = new Map(before);
  for (const [name, json] of patch) {
    const stored = json.startsWith('"') ? JSON.parse(json) : json;
    if (stored === '') after.delete(name);
    else after.set(name, stored);
  }
  return after.size > 50 ? undefined : after;
}

const asJson = (patch: Sent) => ({
  raw: `{"metadata":${patch === '' ? '""' : `{${patch.map(([name, json]) => `${JSON.stringify(name)}:${json}`)}}`}}`,
});

const asForm = (patch: Sent) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  raw:
    patch === ''
      ? 'metadata='
      : patch.map(([name, json]) => `${encodeURIComponent(`metadata[${name}]`)}=${formValue(json)}`).join('&'),
});

const formValue = (json: string): string => encodeURIComponent(json.startsWith('"') ? JSON.parse(json) : json);

/** The path of one of each resource that takes metadata by PATCH. */
const places: Readonly<Record<string, (deployment: Deployment) => Promise<string>>> = {
  members: made('/members', { name: 'Ada' }),
  meetings: async (deployment) => `/meetings/${(await aBot(deployment)).meeting_id}`,
  bots: async (deployment) => `/bots/${(await aBot(deployment)).id}`,
  workspaces: async ({ owner }) => `/workspaces/${owner.workspaceId}`,
  webhook_endpoints: made('/webhook_endpoints', { url: 'https://partner.test/hooks', enabled_events: ['*'] }),
};

function made(path: string, body: object) {
  return async (deployment: Deployment) => `${path}/${(await create(deployment, path, body)).id}`;
}

const aBot = (deployment: Deployment) =>
  create(deployment, '/bots', { meeting_url: 'https://meet.google.com/abc-good-def' });

async function create({ call, owner }: Deployment, path: string, body: object): Promise<ApiResponse['body']> {
  return (await call('POST', path, { key: owner.key, body: { workspace_id: owner.workspaceId, ...body } })).body;
}

describe('metadata, whatever is sent and in whatever order', () => {
  it.each(Object.keys(places))('%s: merges as the document says, key by key', (resource) => {
    const steps = fc.array(fc.tuple(sent, fc.boolean()), { minLength: 1, maxLength: 5 });
    return fc.assert(
      fc.asyncProperty(steps, async (patches) => {
        const deployment = await aDeployment();
        const { call, owner } = deployment;
        const path = (await places[resource]?.(deployment)) ?? '';
        let known: ReadonlyMap<string, string> = new Map();
        for (const [patch, isForm] of patches) {
          const spelled = isForm && patch.length > 0 ? asForm(patch) : asJson(patch);
          const after = slowly(known, patch);

          const { status, body } = await call('PATCH', path, { key: owner.key, ...spelled });

          expect([status, body.errors?.[0]?.code]).toEqual(after ? [200, undefined] : [422, 'too_long']);
          known = after ?? known;
          const read = await call('GET', path, { key: owner.key });
          expect(new Map(Object.entries(read.body.metadata))).toEqual(known);
        }
      }),
      { numRuns: 25 },
    );
  });

  it.each(['member_data', 'memberData'])('a pushed event keeps its keys as they are, and those inside %s', (field) =>
    fc.assert(
      fc.asyncProperty(sent, async (patch) => {
        const { call, owner } = await aDeployment();
        const metadata = asJson(patch).raw.slice(1, -1);
        const event = `"workspaceId":"${owner.workspaceId}","icalUid":"a@b","startsAt":"2026-11-02T14:00:00Z"`;
        const raw = `{${event},${metadata},"${field}":{"email":"ada@acme.test",${metadata}}}`;

        const pushed = await call('POST', '/calendar_events', { key: owner.key, raw });

        const member = await call('GET', `/members/${pushed.body.member_id}`, { key: owner.key });
        const expected = slowly(new Map(), patch);
        expect([pushed.status, member.status]).toEqual([201, 200]);
        expect(new Map(Object.entries(pushed.body.metadata))).toEqual(expected);
        expect(new Map(Object.entries(member.body.metadata))).toEqual(expected);
      }),
      { numRuns: 25 },
    ),
  );
});
