import {
  isPollOf,
  nextPollAt,
  POLL_MS,
  POLL_SLOTS,
  pollSlotAt,
  pollSlotOf,
} from '#shared/calendars/sync/rules/poll-slots';
import type { CalendarConnectionId } from '#shared/foundation/core/ids';
import { later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { noon } from '#test/unit/bots/rules/a-bot';

const ids = Array.from({ length: 3_000 }, (_, nth) => `cal_${String(nth).padStart(26, '0')}` as CalendarConnectionId);

describe('the next poll', () => {
  it('is in the minute of the slot, after this minute and within the interval', () => {
    for (const id of ids.slice(0, 100))
      for (const seconds of [0, 1, 59.999, 600]) {
        const now = later(noon, seconds * SECOND_MS);
        const at = nextPollAt(id, now, POLL_MS);

        expect(isPollOf(id, at)).toBe(true);
        expect(pollSlotAt(at)).toBe(pollSlotOf(id));
        expect(at - now).toBeGreaterThan(0);
        expect(at - now).toBeLessThanOrEqual(POLL_MS);
      }
  });

  it.each([0, 20, 59])('is 15 minutes after the one before, sent %d seconds after its minute began', (seconds) => {
    for (const id of ids.slice(0, 100)) {
      const due = nextPollAt(id, noon, POLL_MS);

      expect(nextPollAt(id, later(due, seconds * SECOND_MS), POLL_MS)).toBe(later(due, POLL_MS));
    }
  });

  it('is in every minute for as many connections, also after an outage', () => {
    const polls = ids.map((id) => nextPollAt(id, noon, POLL_MS));
    const inMinute = Map.groupBy(polls, (at) => at);

    expect(inMinute.size).toBe(POLL_SLOTS);
    for (const [, { length }] of inMinute) expect(length / (ids.length / POLL_SLOTS)).toBeCloseTo(1, 0);
  });

  it('is counted from now where the interval is scaled', () => {
    const [id = 'cal_' as CalendarConnectionId] = ids;

    expect(nextPollAt(id, noon, 9 * SECOND_MS)).toBe(later(noon, 9 * SECOND_MS));
  });
});

describe('another due time', () => {
  it('is no poll: of another slot, or in the middle of a minute', () => {
    const [id = 'cal_' as CalendarConnectionId] = ids;
    const due = nextPollAt(id, noon, POLL_MS);

    expect(isPollOf(id, later(due, MINUTE_MS))).toBe(false);
    expect(isPollOf(id, later(due, 1))).toBe(false);
  });
});
