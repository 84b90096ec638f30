import { isInWindow, needsFullSync, rollsAt, windowAt } from '#shared/calendars/sync/rules/window';
import { type Instant, later } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';

const noon = Date.parse('2026-11-02T12:00:00Z') as Instant;
const window = windowAt(noon);
const between = (startsAt: Instant, endsAt: Instant | null) => isInWindow({ startsAt, endsAt }, window);
const cursor = { text: 'c', window };

describe('the window of a sync', () => {
  it('reaches from one day back to 28 days ahead', () => {
    expect(new Date(window.from).toISOString()).toBe('2026-11-01T12:00:00.000Z');
    expect(new Date(window.to).toISOString()).toBe('2026-11-30T12:00:00.000Z');
  });

  it('holds what any part of lies in it', () => {
    expect(between(window.from, null)).toBe(true);
    expect(between(later(window.from, -1), null)).toBe(false);
    expect(between(later(window.from, -1), later(window.from, 1))).toBe(true);
    expect(between(later(window.from, -1), window.from)).toBe(false);
    expect(between(later(window.to, -1), null)).toBe(true);
    expect(between(window.to, later(window.to, 1))).toBe(false);
  });

  it('rolls a day after the sync run that it was made for', () => {
    expect(rollsAt(window)).toBe(later(noon, 24 * 3_600_000));
    expect(needsFullSync(cursor, later(rollsAt(window), -1))).toBe(false);
    expect(needsFullSync(cursor, rollsAt(window))).toBe(true);
  });

  it('begins with a full sync', () => {
    expect(needsFullSync(null, noon)).toBe(true);
  });
});
