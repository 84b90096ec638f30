import fc from 'fast-check';
import { renewalOf } from '#shared/calendars/sync/commands/renew-watch';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { POLL_MS } from '#shared/calendars/sync/rules/poll-slots';
import {
  completed,
  ending,
  failed,
  granted,
  interrupted,
  isDownForGood,
  isLeased,
  isRefusedForGood,
  LEASE_MS,
  leased,
  limited,
  mayPoll,
  polled,
  refused,
  requested,
  stopped,
  throttled,
  toldToRest,
  unanswered,
  unscheduled,
  watchToRenew,
} from '#shared/calendars/sync/rules/sync-transitions';
import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';

const window = { from: later(noon, -DAY_MS), to: later(noon, 28 * DAY_MS) };
const watch = {
  id: 'w',
  resourceId: null,
  secretDigest: 'd',
  endsAt: minutes(6 * 24 * 60),
  renewAt: minutes(5 * 24 * 60),
};
const real = (milliseconds: number): number => milliseconds;

/** Read five minutes ago, and due in ten. */
const aSync = (given: Partial<CalendarSync> = {}): CalendarSync => ({
  calendarId: 'cal_1' as CalendarSync['calendarId'],
  workspaceId: 'wks_1' as CalendarSync['workspaceId'],
  memberId: 'mem_1' as CalendarSync['memberId'],
  provider: 'google',
  accountEmail: 'ada@gmail.test',
  sealedGrant: 'sealed',
  cursor: { text: 'cursor', window },
  run: null,
  watch,
  dueAt: minutes(10),
  restsUntil: null,
  failures: 0,
  downSince: null,
  awaitedMs: 0,
  refusals: 0,
  claimedUntil: null,
  askedAgain: false,
  passedOver: [],
  syncedAt: minutes(-5),
  ...given,
});
const aLeasedSync = (given: Partial<CalendarSync> = {}) => leased(aSync({ dueAt: noon, ...given }), noon);

describe('a requested sync', () => {
  it('is due at once', () => {
    expect(requested(aSync(), noon)).toEqual(aSync({ dueAt: noon }));
  });

  it.each([
    ['it is due already', aSync({ dueAt: noon })],
    ['it is overdue', aSync({ dueAt: minutes(-3) })],
    ['nothing is to be synced', aSync({ dueAt: null })],
    ['another run is to follow anyway', { ...aLeasedSync(), askedAgain: true }],
    ['the provider rests until then', aSync({ dueAt: minutes(7), restsUntil: minutes(7) })],
  ])('is left as it is where %s', (_name, sync) => {
    expect(requested(sync, noon)).toBe(sync);
  });

  it('is due again at once after the current run', () => {
    const sync = requested(aLeasedSync(), minutes(1));
    expect(sync).toEqual({ ...aLeasedSync(), askedAgain: true });
    const after = completed(sync, {
      cursor: { text: 'next', window },
      passedOver: [],
      now: minutes(2),
      pollAt: minutes(17),
    });
    expect(after).toMatchObject({ dueAt: minutes(2), askedAgain: false, claimedUntil: null });
  });

  it('is due at once when the lease of a dead run has expired', () => {
    const after = requested(aLeasedSync(), later(noon, LEASE_MS));
    expect(isLeased(after, later(noon, LEASE_MS))).toBe(false);
    expect(after.dueAt).toBe(later(noon, LEASE_MS));
  });
});

describe('a leased sync', () => {
  it('restarts as a full run after an incremental run died, and continues a full run', () => {
    const run = { isFull: true, window, cursor: 'page 2', pages: 1, passedOver: [] };
    expect(leased(aSync({ claimedUntil: noon }), noon)).toMatchObject({ cursor: null, run: null });
    expect(leased(aSync({ claimedUntil: noon, run: { ...run, isFull: false } }), noon).cursor).toBeNull();
    expect(leased(aSync({ claimedUntil: noon, run }), noon)).toMatchObject({ run, cursor: aSync().cursor });
    expect(leased(aSync(), noon).cursor).toEqual(aSync().cursor);
  });

  it('is due when its lease expires, so that another worker continues a dead run', () => {
    expect(aLeasedSync()).toMatchObject({ claimedUntil: later(noon, LEASE_MS), dueAt: later(noon, LEASE_MS) });
  });

  it('that is completed is due at the next poll, with no failures', () => {
    const sync = aLeasedSync({ failures: 3, refusals: 2, restsUntil: minutes(-1) });
    const after = completed(sync, {
      cursor: { text: 'next', window },
      passedOver: [],
      now: minutes(1),
      pollAt: minutes(16),
    });
    expect(after).toEqual(aSync({ cursor: { text: 'next', window }, dueAt: minutes(16), syncedAt: minutes(1) }));
  });

  it('that is interrupted is due at once, at the same page', () => {
    const run = { isFull: true, window, cursor: 'page', pages: 3, passedOver: [] };
    expect(interrupted({ ...aLeasedSync(), run }, minutes(1))).toEqual(aSync({ run, dueAt: minutes(1) }));
  });
});

describe('a due sync', () => {
  const due = aSync({ dueAt: noon });

  it('begins with a poll, which without changes saves only the schedule', () => {
    expect(mayPoll(due, noon)).toBe(true);
    expect(polled(due, noon, minutes(15))).toEqual({ ...due, dueAt: minutes(15), syncedAt: noon });
  });

  it.each([
    ['it has never been read', { cursor: null }],
    ['a day is over', { cursor: { text: 'cursor', window: { ...window, from: later(noon, -2 * DAY_MS) } } }],
    ['a run was interrupted', { run: { isFull: true, window, cursor: 'page', pages: 3, passedOver: [] } }],
    ['a run died', { claimedUntil: minutes(-1) }],
    ['another run was requested', { askedAgain: true }],
    ['the last run failed', { failures: 1 }],
    ['the provider refused the last run', { failures: 0, refusals: 1 }],
    ['there is no watch', { watch: null }],
    ['the watch has to be renewed', { watch: { ...watch, renewAt: noon } }],
  ])('needs a run where %s', (_name, given) => {
    expect(mayPoll(aSync({ ...due, ...given }), noon)).toBe(false);
  });
});

describe('a sync run in several invocations', () => {
  const run = { isFull: true, window, cursor: 'page', pages: 3, passedOver: [] };
  const ended = {
    cursor: { text: 'next', window },
    passedOver: [],
    now: minutes(9),
    pollAt: later(minutes(9), POLL_MS),
  };

  it('is followed by another when a sync was requested during or between its invocations', () => {
    const inGo = interrupted(requested({ ...aLeasedSync(), run }, minutes(1)), minutes(2));
    const between = requested(interrupted({ ...aLeasedSync(), run }, minutes(2)), minutes(3));
    const throughTrouble = failed(requested({ ...aLeasedSync(), run }, minutes(1)), minutes(2), real);
    for (const sync of [inGo, between, throughTrouble])
      expect(completed(leased(sync, minutes(5)), ended).dueAt).toBe(minutes(9));
  });

  it('meets requests that came before it began', () => {
    const sync = failed(requested(aLeasedSync(), minutes(1)), minutes(2), real);
    expect(completed(leased(sync, minutes(5)), ended).dueAt).toBe(later(minutes(9), POLL_MS));
  });
});

describe('a sync that fails', () => {
  it('waits longer each time, and no longer than the poll', () => {
    let sync: CalendarSync = aSync();
    const waits = Array.from({ length: 7 }, () => {
      sync = failed(sync, noon, real);
      return ((sync.dueAt ?? 0) - noon) / MINUTE_MS;
    });
    expect(waits).toEqual([1, 2, 4, 8, 15, 15, 15]);
  });

  it.each([
    [0, SECOND_MS],
    [30 * SECOND_MS, 30 * SECOND_MS],
    [7 * DAY_MS, HOUR_MS],
  ])('rests as long as the provider says, within reason: %d', (retryAfterMs, expected) => {
    const after = throttled(aLeasedSync(), noon, retryAfterMs);
    expect(after).toMatchObject({ dueAt: later(noon, expected), restsUntil: later(noon, expected), failures: 0 });
  });

  describe('of a poll that was told to rest while another run began or ended', () => {
    const until = minutes(20);
    const told = (sync: CalendarSync) => toldToRest(sync, noon, 20 * MINUTE_MS);
    const end = { cursor: { text: 'next', window }, passedOver: [], now: minutes(1), pollAt: minutes(10) };

    it('is due no earlier than that', () => {
      expect(told(aSync())).toMatchObject({ dueAt: until, restsUntil: until });
      expect(told(aSync({ dueAt: minutes(30) }))).toMatchObject({ dueAt: minutes(30), restsUntil: until });
    });

    it('lets the run that has the lease go on, and is due no earlier once that ends', () => {
      const after = told(aLeasedSync());

      expect(after).toEqual({ ...aLeasedSync(), restsUntil: until });
      expect(completed(after, end)).toMatchObject({ dueAt: until, restsUntil: until });
      expect(completed({ ...after, askedAgain: true }, end)).toMatchObject({ dueAt: until, restsUntil: until });
      expect(interrupted(after, minutes(1))).toMatchObject({ dueAt: until, restsUntil: until });
    });

    const ENDS: Record<string, (sync: CalendarSync, now: Instant, ms: number) => CalendarSync> = {
      completed: (sync, now) => completed(sync, { ...end, now, pollAt: later(now, POLL_MS) }),
      interrupted,
      throttled,
      failed: (sync, now) => failed(sync, now, real),
      refused: (sync, now) => refused(sync, now, real),
      unanswered: (sync, now, retryAfterMs) => unanswered(sync, now, { scaled: real, retryAfterMs }),
      limited: (sync, now, ms) => limited(sync, later(now, ms)),
    };

    it.each(Object.entries(ENDS))('keeps that rest however the run ends: %s', (_name, ended) => {
      const ms = fc.integer({ min: 0, max: 2 * HOUR_MS });
      fc.assert(
        fc.property(ms, ms, fc.integer({ min: 0, max: 9 }), fc.boolean(), (restMs, otherMs, failures, askedAgain) => {
          const sync = toldToRest(aLeasedSync({ failures, askedAgain }), noon, restMs);
          const next = ended(sync, minutes(1), otherMs);
          const rest = sync.restsUntil ?? noon;
          return (
            next.dueAt !== null && next.dueAt >= rest && (next.restsUntil ?? minutes(1)) >= Math.min(rest, next.dueAt)
          );
        }),
      );
    });

    it('is as before once the rest is over', () => {
      const afterRest = { ...end, now: minutes(21), pollAt: minutes(30) };
      expect(completed(told(aLeasedSync()), afterRest)).toMatchObject({ dueAt: minutes(30), restsUntil: null });
    });

    it('changes nothing where a longer rest was asked for, or nothing is due any more', () => {
      const longer = aSync({ restsUntil: minutes(25), dueAt: minutes(25) });
      expect(told(longer)).toBe(longer);
      expect(told(stopped(aSync()))).toEqual(stopped(aSync()));
    });
  });

  it('that is refused starts without its cursor, and is in error after ten refusals', () => {
    let sync: CalendarSync = aSync();
    for (let time = 1; time <= 10; time += 1) {
      expect(isRefusedForGood(sync)).toBe(false);
      sync = refused(sync, noon, real);
      expect(sync.cursor).toBeNull();
    }
    expect(isRefusedForGood(sync)).toBe(true);
  });

  it('that is stopped is not due and has no watch; an unscheduled one keeps its watch', () => {
    expect(stopped(aLeasedSync())).toMatchObject({ dueAt: null, claimedUntil: null, watch: null, restsUntil: null });
    expect(unscheduled(aLeasedSync())).toMatchObject({ dueAt: null, claimedUntil: null, watch });
  });

  it('that ends revokes the lease of a sync run, and stays leased while that run may go on', () => {
    const once = ending(aLeasedSync());
    expect(once).toMatchObject({ dueAt: null, watch });
    expect(once.claimedUntil).not.toBe(aLeasedSync().claimedUntil);
    expect(isLeased(ending(once), later(noon, LEASE_MS - 1))).toBe(true);
    expect(ending(aSync()).claimedUntil).toBeNull();
  });
});

describe('a feed whose server does not answer', () => {
  it('waits twice as long each time, up to a day, and is in error after a week', () => {
    let sync: CalendarSync = aSync({ provider: 'feed' });
    let now: Instant = noon;
    const waits: number[] = [];
    while (!isDownForGood(sync, now, real)) {
      sync = unanswered(sync, now, { scaled: real, retryAfterMs: undefined });
      waits.push(((sync.dueAt ?? 0) - now) / MINUTE_MS);
      now = sync.dueAt as Instant;
    }

    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440, 1440, 1440, 1440, 1440]);
    expect(sync).toMatchObject({ downSince: noon, restsUntil: sync.dueAt });
  });

  it.each([
    [SECOND_MS, MINUTE_MS],
    [20 * MINUTE_MS, 20 * MINUTE_MS],
    [7 * DAY_MS, HOUR_MS],
  ])('waits at least as long as it asks for, and no less than without: %d', (retryAfterMs, expected) => {
    const after = unanswered(aLeasedSync({ provider: 'feed' }), noon, { scaled: real, retryAfterMs });

    expect(after).toMatchObject({ dueAt: later(noon, expected), failures: 1 });
  });

  it('begins anew once it answered', () => {
    const down = leased(unanswered(aSync(), noon, { scaled: real, retryAfterMs: undefined }), minutes(1));
    const cursor = { text: 'next', window };

    const answered = completed(down, { cursor, passedOver: [], now: minutes(2), pollAt: minutes(17) });

    expect(answered).toMatchObject({ failures: 0, downSince: null });
  });
});

describe('a sync whose member consents again', () => {
  it('starts with a full run at once under the new grant, with or without an earlier sync', () => {
    const { calendarId, workspaceId, memberId, provider, accountEmail } = aSync();
    const grant = { calendarId, workspaceId, memberId, provider, accountEmail, sealedGrant: 'new' };
    const before = aSync({ failures: 3, run: { isFull: true, window, cursor: 'page', pages: 3, passedOver: [] } });
    expect(granted(before, grant, minutes(1))).toEqual(aSync({ sealedGrant: 'new', cursor: null, dueAt: minutes(1) }));
    expect(granted(undefined, grant, noon).watch).toBeNull();
  });

  it('waits for a sync run under the old grant, whose lease it revokes', () => {
    const over = later(noon, LEASE_MS + 1);
    expect(granted(aLeasedSync(), aSync(), minutes(1))).toMatchObject({ claimedUntil: over, dueAt: over });
    expect(granted(aLeasedSync(), aSync(), minutes(5))).toMatchObject({ dueAt: minutes(5) });
  });
});

describe('a watch', () => {
  it('is renewed a day before its end, or at half of it', () => {
    expect(renewalOf({ endsAt: minutes(6 * 24 * 60) }, noon)).toBe(minutes(5 * 24 * 60));
    expect(renewalOf({ endsAt: minutes(60) }, noon)).toBe(minutes(30));
  });

  it('is always renewed after it began and before it ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 * DAY_MS }), (lasts) => {
        const renewAt = renewalOf({ endsAt: later(noon, lasts) }, noon);
        expect(renewAt).toBeGreaterThan(noon);
        expect(renewAt).toBeLessThan(later(noon, lasts));
        expect(Number.isInteger(renewAt)).toBe(true);
      }),
    );
  });

  it('is renewed in the next sync run where its provider asks for it', () => {
    expect(watchToRenew(aSync(), noon).watch).toEqual({ ...watch, renewAt: noon });
    const soon = aSync({ watch: { ...watch, renewAt: noon } });
    expect(watchToRenew(soon, minutes(1) as Instant)).toBe(soon);
    expect(watchToRenew(aSync({ watch: null }), noon).watch).toBeNull();
  });
});
