import { paused, type Reason, reason } from '#bin/operator/why/reasons';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { type Instant, isoOf, later, MINUTE_MS } from '#shared/core/time';

export interface CalendarFacts {
  readonly now: Instant;
  readonly archivedAt: Instant | null;
  /** Since when the workspace is paused. */
  readonly pausedAt: Instant | null;
  readonly calendar: CalendarConnection | CalendarFeed;
  /** How far its sync has come; undefined where there is none. */
  readonly sync: CalendarSync | undefined;
  /** Whether the deployment has an OAuth client of the provider; true for a feed. */
  readonly hasClient: boolean;
}

/** A poll comes each quarter of an hour; five minutes more are a queue. */
const LATE_AFTER_MS = 20 * MINUTE_MS;

/** Of events of feeds that were read all the same: docs/limits-and-rules.md#calendar-connections. */
const DOUBTS: readonly string[] = ['unknown_time_zone', 'missing_uid', 'duplicate_uid'];

const codesOf = (warnings: CalendarFacts['calendar']['warnings']): readonly string[] =>
  warnings.map(({ code, count }) => `${code} ${count}`);

/** Why a calendar is not in sync, in the order in which a sync run could be stopped. */
export function whyNotInSync(facts: CalendarFacts): readonly Reason[] {
  const { now, archivedAt, pausedAt, calendar, sync, hasClient } = facts;
  const at = (instant: Instant | null | undefined) =>
    instant === null || instant === undefined ? null : isoOf(instant);
  const isLate = sync?.dueAt !== null && sync !== undefined && now >= later(sync.dueAt, LATE_AFTER_MS);
  const rests = sync?.restsUntil !== null && sync !== undefined && sync.restsUntil > now;
  const [passedOver = [], inDoubt = []] = [false, true].map((isDoubt) =>
    calendar.warnings.filter(({ code }) => DOUBTS.includes(code) === isDoubt),
  );
  return [
    reason('archived', archivedAt !== null, 'the workspace is archived', { archived_at: at(archivedAt) }),
    reason(
      'disconnected',
      calendar.status === 'disconnected',
      'it was disconnected: its member needs a new connect link',
      {
        disconnected_at: calendar.status === 'disconnected' ? isoOf(calendar.disconnectedAt) : null,
      },
    ),
    reason(
      'error',
      calendar.status === 'error',
      'the account or the feed refuses: docs/limits-and-rules.md#calendar-connections says what its member does',
      {
        code: calendar.status === 'error' ? calendar.error.code : null,
      },
    ),
    paused(pausedAt, 'its calendars are not read'),
    reason('no_client', !hasClient, 'the deployment has no OAuth client of this provider: npm run ops -- provider', {}),
    reason('no_sync', sync === undefined, 'it has no sync, although it is active: its member connects it again', {}),
    reason('resting', rests, 'the provider is unreachable or asked for a pause; it is asked again by itself', {
      until: at(sync?.restsUntil),
      failures: sync?.failures ?? 0,
    }),
    reason(
      'failing',
      (sync?.failures ?? 0) > 0,
      'the last runs failed: dead-letters --list calendars, and the log of calendar-sync',
      {
        failures: sync?.failures ?? 0,
        refusals: sync?.refusals ?? 0,
      },
    ),
    reason('late', isLate, 'it is due and no run began: see QueuesLate and SweeperOverdue', {
      due_at: at(sync?.dueAt),
    }),
    reason('running', (sync?.claimedUntil ?? 0) > now, 'a run is under way', { pages: sync?.run?.pages ?? 0 }),
    reason('events_passed_over', passedOver.length > 0, 'it is in sync, but for events that were passed over', {
      warnings: codesOf(passedOver),
    }),
    reason(
      'events_in_doubt',
      inDoubt.length > 0,
      'it is in sync, and some events were read with a doubtful time or UID',
      {
        warnings: codesOf(inDoubt),
      },
    ),
    reason('in_sync', true, 'it is in sync', {
      synced_at: at(sync?.syncedAt ?? calendar.lastSyncedAt),
      due_at: at(sync?.dueAt),
    }),
  ];
}
