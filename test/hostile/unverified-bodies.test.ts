import type { UserId } from '#shared/foundation/core/ids';
import { aDeployment, codesOf, countedCalls } from '#test/contract/edge/a-deployment';
import type { Call } from '#test/support/api';
import { describe, expect, it, jest } from '#test/support/jest';
import { workCounter } from './count-work.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Of the right form and checksum, of a user that there is not. */
const aMadeUpKey = ({ context }: Awaited<ReturnType<typeof aDeployment>>) =>
  context.apiKeys.make('usr_01kcw3v9e2f3hb5wnkq8zr6m4t' as UserId).key;

const unknownFields = (bytes: number): string => {
  const fields = Array.from({ length: Math.floor(bytes / 16) }, (_, nth) => `"f${String(nth).padStart(8, '0')}":1`);
  return `{${fields.join(',')}}`;
};

const aForm = (fields: number): string => Array.from({ length: fields }, (_, nth) => `f${nth}=1`).join('&');

/** Characters of the body that were parsed as JSON. */
async function parsedDuring(body: string, work: () => Promise<unknown>): Promise<number> {
  const parsing = jest.spyOn(JSON, 'parse');
  try {
    await work();
    return parsing.mock.calls.filter(([text]) => text === body).reduce((sum, [text]) => sum + text.length, 0);
  } finally {
    parsing.mockRestore();
  }
}

describe('a body of a request with an unknown key', () => {
  it.each<readonly [string, Call]>([
    ['160 KB of unknown fields', { raw: unknownFields(160_000) }],
    ['16 KB of unknown fields', { raw: unknownFields(16_000) }],
    ['10,000 attendees', { raw: `{"attendees":[${'{},'.repeat(9_999)}{}]}` }],
    ['a form of 30,000 fields', { raw: aForm(30_000), headers: FORM }],
    ['1 MB of brackets', { raw: '['.repeat(1_000_000) }],
  ])('is neither validated nor walked through, and costs as much as none: %s', async (_what, sent) => {
    const world = await aDeployment();
    const key = aMadeUpKey(world);
    const post = (body: Call) => world.call('POST', '/calendar_events', { key, ...body });
    const counter = await workCounter();
    try {
      await counter.during(() => post({ raw: '{}' }));
      const none = await counter.during(() => post({ raw: '{}' }));
      const large = await counter.during(() => post(sent));

      expect([large.value.status, codesOf(large.value)]).toEqual([401, ['invalid_api_key']]);
      expect(large.work.calls.get('fitted')).toBeFalsy();
      expect(large.work.calls.get('rename')).toBeFalsy();
      expect(large.work.calls.get('_addIssue')).toBeFalsy();
      expect(large.work.executions).toBeLessThan(none.work.executions + 200);
    } finally {
      await counter.stop();
    }
  });

  it('is parsed as JSON up to 16 KB, and only measured beyond', async () => {
    const world = await aDeployment();
    const key = aMadeUpKey(world);
    const parsed = (raw: string) => parsedDuring(raw, () => world.call('POST', '/calendar_events', { key, raw }));
    const largest = `{"title":"${'x'.repeat(16_384 - 12)}"}`;

    expect(await parsed(largest)).toBe(16_384);
    expect(await parsed(largest.replace('x', 'xx'))).toBe(0);
    expect(await parsed(unknownFields(160_000))).toBe(0);
  });
});

describe('a body over 16 KB', () => {
  it('takes one more round trip at most', async () => {
    const world = await aDeployment();
    const call = countedCalls(world);
    const { key, workspaceId } = world.owner;
    const push = (ical_uid: string, bytes: number) => {
      const member_data = { email: 'ada@acme.test' };
      const body = { workspace_id: workspaceId, member_data, ical_uid, starts_at: '2026-11-02T14:00:00Z' };
      return call('POST', '/calendar_events', { key, raw: JSON.stringify(body).padEnd(bytes) });
    };
    await push('first', 1_000);

    const small = await push('second', 16_384);
    const large = await push('third', 16_385);

    expect([small.answer.status, large.answer.status]).toEqual([201, 201]);
    expect(large.tally.trips).toBeLessThanOrEqual(small.tally.trips + 1);
  });
});
