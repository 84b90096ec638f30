import fc from 'fast-check';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { awaited, feedRestMs, pollAfterAnswer } from '#shared/calendars/sync/rules/feed-rest';
import { isPollOf } from '#shared/calendars/sync/rules/poll-slots';
import { granted, unanswered } from '#shared/calendars/sync/rules/sync-transitions';
import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';

const real = (ms: number): number => ms;

const aSync = (provider: CalendarSync['provider'] = 'feed'): CalendarSync =>
  granted(
    undefined,
    {
      calendarId: 'cfd_1' as CalendarSync['calendarId'],
      workspaceId: 'wks_1' as CalendarSync['workspaceId'],
      memberId: 'mem_1' as CalendarSync['memberId'],
      ...{ provider, accountEmail: 'hash', sealedGrant: 'sealed' },
    },
    noon,
  );

describe('the rest of a feed', () => {
  it.each([
    [0, 15 * MINUTE_MS],
    [2.5 * SECOND_MS, 15 * MINUTE_MS],
    [5 * SECOND_MS, 30 * MINUTE_MS],
    [30 * SECOND_MS, 3 * HOUR_MS],
    [HOUR_MS, DAY_MS],
  ])('after an answer of %d ms is %d ms', (answerMs, restMs) => {
    expect(feedRestMs(answerMs)).toBe(restMs);
  });

  it('leads to a poll of its slot, a slot later at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2501, max: 60_000 }), fc.nat(DAY_MS), (answerMs, sinceNoon) => {
        const now = later(noon, sinceNoon);
        const sync = aSync();

        const at = pollAfterAnswer(sync, now, { answerMs, scaled: real });

        expect(isPollOf(sync.calendarId, at)).toBe(true);
        expect(at - now).toBeGreaterThan(feedRestMs(answerMs) - 2 * MINUTE_MS);
        expect(at - now).toBeLessThanOrEqual(feedRestMs(answerMs) + 15 * MINUTE_MS);
      }),
    );
  });

  it('is none of a connected calendar: a provider that is slow is polled as ever', () => {
    const at = pollAfterAnswer(aSync('google'), noon, { answerMs: 29 * SECOND_MS, scaled: real });

    expect(at - noon).toBeLessThanOrEqual(15 * MINUTE_MS);
  });

  it('is scaled with the polls', () => {
    const tenth = (ms: number) => ms / 10;

    expect(pollAfterAnswer(aSync(), noon, { answerMs: 30 * SECOND_MS, scaled: tenth })).toBe(
      later(noon, 18 * MINUTE_MS),
    );
  });
});

describe('what a failed run of a feed took', () => {
  const failedAt = (now: Instant, sync: CalendarSync, answerMs: number) =>
    awaited(unanswered(sync, now, { scaled: real, retryAfterMs: undefined }), now, answerMs);

  it('counts towards the rest after the next answer, and not towards the pause before it', () => {
    const failed = failedAt(noon, aSync(), 30 * SECOND_MS);

    expect(failed.dueAt).toBe(minutes(1));
    const at = pollAfterAnswer(failed, minutes(1), { answerMs: 0, scaled: real });
    expect(at - noon).toBeGreaterThan(2.9 * HOUR_MS);
  });

  it('is made up for by a day of ever longer pauses', () => {
    let sync = aSync();
    for (let now = noon; now < noon + 1.5 * DAY_MS; now = sync.dueAt ?? now) sync = failedAt(now, sync, 10 * SECOND_MS);

    expect(sync.awaitedMs).toBe(0);
  });
});
