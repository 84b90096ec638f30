import { calendarEvents } from '#functions/api/calendar-events/index';
import type { MeetingId } from '#shared/foundation/core/ids';
import { type Instant, later } from '#shared/foundation/core/time';
import { pushCalendarEventContract as contract } from '#shared/meetings/calendar-events/contract';
import { putOccurrence } from '#shared/meetings/calendar-events/store';
import { countedCallsTo } from '#test/support/counted-calls';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aPartner, aPush, asBen } from './a-partner.ts';

const FIRST_START = Date.parse('2026-11-09T10:00:00Z') as Instant;
const HOUR_MS = 3_600_000;
const MAX_SINGLES = 50;

/** An event of that uid in the calendar of another member, at another time. */
const anEventOf = (nth: number, overrides: object = {}) =>
  aPush({
    ical_uid: 'a',
    member_data: { email: `u${nth}@x.test` },
    organizer: null,
    meeting_url: null,
    attendees: [],
    starts_at: new Date(FIRST_START + nth * HOUR_MS).toISOString(),
    ends_at: null,
    ...overrides,
  });

type Partner = Awaited<ReturnType<typeof aPartner>>;

/** The rows of that many single events of the uid, as they were saved before there was a limit. */
async function haveSingles({ world, owner }: Partner, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1)
    await world.context.table.transact(
      putOccurrence({
        workspaceId: owner.workspaceId,
        icalUid: 'a',
        originalStartsAt: later(FIRST_START, nth * HOUR_MS),
        meetingId: `mtg_01jbz0000000000000000${String(nth).padStart(5, '0')}` as MeetingId,
        botId: null,
        isNew: true,
        single: true,
        isFurther: nth > 0,
      }),
    );
}

async function countedPush({ world, owner }: Partner, body: object) {
  const call = countedCallsTo(world, calendarEvents);
  const { answer, tally } = await call('POST', '/calendar_events', {
    key: owner.key,
    body: { workspace_id: owner.workspaceId, ...body },
  });
  return { answer, queries: tally.byOperation['Query'] ?? 0 };
}

describe('POST /calendar_events with a uid of many single events', () => {
  it('422: one more than a uid may name; those that exist are found, moved or not', async () => {
    const { push } = await aPartner();
    for (let nth = 0; nth < MAX_SINGLES; nth += 1) expect((await push(anEventOf(nth))).status).toBe(201);

    expect(expectError(contract, await push(anEventOf(MAX_SINGLES)), 422)).toEqual(['invalid ical_uid']);
    expectSuccess(contract, await push(anEventOf(7, { title: 'Renamed' })), 200);
    expectSuccess(contract, await push(anEventOf(7, { starts_at: '2026-12-24T10:00:00Z' })), 200);
    expectSuccess(contract, await push(anEventOf(9, asBen)), 201);
  });

  it('makes no query for each of them', async () => {
    const partner = await aPartner();
    await haveSingles(partner, 400);

    const { answer, queries } = await countedPush(partner, anEventOf(1_000));

    expect(queries).toBeLessThanOrEqual(8);
    expect(expectError(contract, answer, 422)).toEqual(['invalid ical_uid']);
  });

  it('counts a push that is refused for it', async () => {
    const partner = await aPartner();
    await haveSingles(partner, 400);
    const { context } = partner.world;
    const use = context.useOf('pushes', partner.owner.workspaceId, context.clock.now());
    for (let nth = 1; nth < use.most; nth += 1) await context.limitCounter.take(use);

    expect((await partner.push(anEventOf(1_000))).status).toBe(422);
    expect(expectError(contract, await partner.push(anEventOf(1_000)), 429)).toEqual(['rate_limited']);
  });
});
