import type { CalendarSync, SyncCursor, SyncRun, SyncWatch } from '#shared/calendars/sync/rules/calendar-sync';
import { needsFullSync } from '#shared/calendars/sync/rules/window';
import { DAY_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';

/** What a member's consent brings: whose calendar it opens, and the grant, sealed. */
export type GrantedSync = Pick<
  CalendarSync,
  'calendarId' | 'workspaceId' | 'memberId' | 'provider' | 'accountEmail' | 'sealedGrant'
>;

/**
 * Longer than an invocation of the worker may last (lib/constructs/calendar-sync.ts): a worker that fails during a
 * sync run blocks the connection for no longer than this, and a running worker ends before the lease does.
 */
export const LEASE_MS = 150 * SECOND_MS;

/**
 * Starts with a full sync at once, whatever the earlier state. A sync run that still goes on under the old grant has lost
 * its lease; the new one waits for it, because it read older data. A watch stays, to be renewed.
 */
export function granted(before: CalendarSync | undefined, grant: GrantedSync, now: Instant): CalendarSync {
  const claimedUntil = before ? endOfRevokedLease(before) : null;
  return {
    ...grant,
    cursor: null,
    run: null,
    watch: before?.watch ?? null,
    dueAt: claimedUntil !== null && claimedUntil > now ? claimedUntil : now,
    restsUntil: null,
    failures: 0,
    downSince: null,
    awaitedMs: 0,
    refusals: 0,
    claimedUntil,
    askedAgain: false,
    passedOver: [],
    syncedAt: before?.syncedAt ?? null,
  };
}

/** A worker recognizes its lease by the end: a changed end revokes the lease and still blocks other workers. */
const endOfRevokedLease = ({ claimedUntil }: CalendarSync): Instant | null =>
  claimedUntil === null ? null : later(claimedUntil, 1);

export const isLeased = ({ claimedUntil }: CalendarSync, now: Instant): boolean =>
  claimedUntil !== null && claimedUntil > now;

/**
 * A notification or a person requests a sync run. A second request changes nothing. A sync run that has begun,
 * interrupted or not, may have read past the change: another follows it.
 */
export function requested(sync: CalendarSync, now: Instant): CalendarSync {
  if (sync.dueAt === null) return sync;
  const isBegun = isLeased(sync, now) || sync.run !== null;
  const noted = isBegun && !sync.askedAgain ? { ...sync, askedAgain: true } : sync;
  if (isLeased(sync, now)) return noted;
  const dueAt = sync.restsUntil !== null && sync.restsUntil > now ? sync.restsUntil : now;
  return sync.dueAt <= dueAt ? noted : { ...noted, dueAt };
}

/**
 * Due again when the lease ends, so that another worker continues a sync run whose worker died. Requests made before are
 * met by a sync run that begins now, and not by one that goes on.
 */
export function leased(sync: CalendarSync, now: Instant): CalendarSync & { readonly claimedUntil: Instant } {
  const claimedUntil = later(now, LEASE_MS);
  const known = sync.claimedUntil === null ? sync : withFullSyncNext(sync);
  return { ...known, claimedUntil, dueAt: claimedUntil, askedAgain: known.askedAgain && known.run !== null };
}

/**
 * After a sync run of changes that died in the middle of a page, or failed there by an error of ours. It may have imported
 * an event that is deleted before the page is read again, and no later change would report that. A full sync finds it.
 */
export const withFullSyncNext = (sync: CalendarSync): CalendarSync => (sync.run?.isFull ? sync : withoutCursor(sync));

/** One more page is imported; the lease goes on. */
export const advanced = (sync: CalendarSync, run: SyncRun): CalendarSync => ({ ...sync, run });

/** There was no time for all pages: the next invocation goes on at once, or when the provider may be asked again. */
export const interrupted = (sync: CalendarSync, now: Instant): CalendarSync => ({
  ...released(sync),
  dueAt: notBeforeRest(sync, now),
});

interface RunEnd extends Pick<CalendarSync, 'passedOver'> {
  readonly cursor: SyncCursor;
  readonly now: Instant;
  /** When the next poll is due. */
  readonly pollAt: Instant;
}

/** A sync run ended. A sync run that was requested while it ran is due at once, unless the provider wants a rest. */
export const completed = (sync: CalendarSync, { cursor, passedOver, now, pollAt }: RunEnd): CalendarSync => ({
  ...released(sync),
  askedAgain: false,
  cursor,
  passedOver,
  syncedAt: now,
  run: null,
  restsUntil: restAfter(sync, now),
  failures: 0,
  downSince: null,
  awaitedMs: 0,
  refusals: 0,
  dueAt: notBeforeRest(sync, sync.askedAgain ? now : pollAt),
});

/**
 * Whether a due sync may begin with a poll: one page is read without a lease, and where it has no changes, nothing but the
 * schedule is saved. Whatever else a run has to do, and what an earlier one left undone, needs the lease.
 */
export const mayPoll = (sync: CalendarSync, now: Instant): boolean =>
  !needsFullSync(sync.cursor, now) &&
  sync.run === null &&
  sync.claimedUntil === null &&
  !sync.askedAgain &&
  sync.failures === 0 &&
  sync.refusals === 0 &&
  (sync.provider === 'feed' || (sync.watch !== null && sync.watch.renewAt > now));

/** A poll found no changes. The cursor before it stays: it leads to the same changes, and a full run replaces it daily. */
export const polled = (sync: CalendarSync, now: Instant, pollAt: Instant): CalendarSync => ({
  ...sync,
  syncedAt: now,
  dueAt: pollAt,
  restsUntil: null,
});

/** The workspace is paused: nothing is read, and the calendar is looked at again at its next poll. */
export const putOff = (sync: CalendarSync, pollAt: Instant): CalendarSync => ({ ...sync, dueAt: pollAt });

/** The cursor has expired; the lease goes on. */
export const withoutCursor = (sync: CalendarSync): CalendarSync => ({ ...sync, cursor: null, run: null });

/** The provider said when to come back; nothing failed. */
export const throttled = (sync: CalendarSync, now: Instant, retryAfterMs: number): CalendarSync => {
  const until = notBeforeRest(sync, restEnd(now, retryAfterMs));
  return { ...released(sync), dueAt: until, restsUntil: until };
};

/**
 * The provider told a poll when to come back, while another run began or ended: one that goes on is not interrupted, and
 * the next one waits.
 */
export function toldToRest(sync: CalendarSync, now: Instant, retryAfterMs: number): CalendarSync {
  const until = restEnd(now, retryAfterMs);
  if (sync.dueAt === null || (sync.restsUntil !== null && sync.restsUntil >= until)) return sync;
  const resting = { ...sync, restsUntil: until };
  return isLeased(sync, now) ? resting : { ...resting, dueAt: notBeforeRest(resting, sync.dueAt) };
}

const restEnd = (now: Instant, retryAfterMs: number): Instant =>
  later(now, Math.min(LONGEST_PAUSE_MS, Math.max(SECOND_MS, retryAfterMs)));

const restAfter = ({ restsUntil }: CalendarSync, now: Instant): Instant | null =>
  restsUntil !== null && restsUntil > now ? restsUntil : null;

const notBeforeRest = ({ restsUntil }: CalendarSync, dueAt: Instant): Instant =>
  restsUntil !== null && restsUntil > dueAt ? restsUntil : dueAt;

/** The workspace has used up what its feeds may change in a day: the next run reads the whole file. */
export function limited(sync: CalendarSync, endsAt: Instant): CalendarSync {
  const until = notBeforeRest(sync, endsAt);
  return { ...released(withoutCursor(sync)), dueAt: until, restsUntil: until };
}

/** The run failed. The pause before the next one grows up to the time between two polls; attempts never end. */
export function failed(sync: CalendarSync, now: Instant, scaled: (ms: number) => number): CalendarSync {
  const failures = sync.failures + 1;
  const until = notBeforeRest(sync, later(now, scaled(backOffMs(failures))));
  return { ...released(sync), failures, dueAt: until, restsUntil: until };
}

interface Pause {
  readonly scaled: (ms: number) => number;
  /** What the server of the feed asked for, in milliseconds; undefined where it asked for nothing. */
  readonly retryAfterMs: number | undefined;
}

/**
 * The server of a feed is down, too slow, or asks for a pause. Anyone may add a feed: the pause doubles up to a day, so that
 * feeds which never end an answer cost little.
 */
export function unanswered(sync: CalendarSync, now: Instant, { scaled, retryAfterMs = 0 }: Pause): CalendarSync {
  const failures = sync.failures + 1;
  const pauseMs = Math.max(scaled(Math.min(DAY_MS, doubledMs(failures))), Math.min(LONGEST_PAUSE_MS, retryAfterMs));
  const until = notBeforeRest(sync, later(now, pauseMs));
  return { ...released(sync), failures, downSince: sync.downSince ?? now, dueAt: until, restsUntil: until };
}

/** A week of runs in which the server of a feed did not answer. */
export const isDownForGood = ({ downSince }: CalendarSync, now: Instant, scaled: (ms: number) => number): boolean =>
  downSince !== null && now - downSince >= scaled(DOWN_FOR_GOOD_MS);

/** The provider refused permanently. The cursor may be the reason, so the next sync run starts without it. */
export const refused = (sync: CalendarSync, now: Instant, scaled: (ms: number) => number): CalendarSync => ({
  ...failed(withoutCursor(sync), now, scaled),
  refusals: sync.refusals + 1,
});

/** About two hours of refusals in a row. */
export const isRefusedForGood = ({ refusals }: CalendarSync): boolean => refusals >= MOST_REFUSALS;

/** No sync run is due any more, and the watch is dropped: only a new consent starts again. */
export const stopped = (sync: CalendarSync): CalendarSync => ({ ...unscheduled(sync), run: null, watch: null });

/** Not to be synced at the moment: no sync run is due until one is requested. */
export const unscheduled = (sync: CalendarSync): CalendarSync => ({
  ...released(sync),
  askedAgain: false,
  dueAt: null,
  restsUntil: null,
});

/** Never to be synced again: no worker can lease it, and a worker that has the lease fails at its next write. */
export const ending = (sync: CalendarSync): CalendarSync => ({
  ...unscheduled(sync),
  claimedUntil: endOfRevokedLease(sync),
});

export const watched = (sync: CalendarSync, watch: SyncWatch | null): CalendarSync => ({ ...sync, watch });

/** The provider wants the watch renewed, or says that it has ended it. */
export const watchToRenew = (sync: CalendarSync, now: Instant): CalendarSync =>
  sync.watch === null || sync.watch.renewAt <= now ? sync : { ...sync, watch: { ...sync.watch, renewAt: now } };

/** Keeps `askedAgain`: a request that came during the run is served by the next one. */
const released = (sync: CalendarSync): CalendarSync => ({ ...sync, claimedUntil: null });

/** 1, 2, 4, 8, then 15 minutes. */
const backOffMs = (failures: number): number => Math.min(LONGEST_BACK_OFF_MS, doubledMs(failures));

/** 1, 2, 4 minutes, and so on. */
const doubledMs = (failures: number): number => 2 ** (failures - 1) * MINUTE_MS;

const LONGEST_BACK_OFF_MS = 15 * MINUTE_MS;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
const DOWN_FOR_GOOD_MS = 7 * DAY_MS;
const MOST_REFUSALS = 10;
