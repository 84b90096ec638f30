import type { CalendarConnection, SyncWarning } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { type Finding, firstThatHolds, type Reason, reason } from '#shared/foundation/core/reason';
import { type Instant, isoOrNull, later, MINUTE_MS } from '#shared/foundation/core/time';

export interface CalendarFacts {
  readonly now: Instant;
  readonly archivedAt: Instant | null;
  /** Since when the workspace is paused. */
  readonly pausedAt: Instant | null;
  readonly calendar: CalendarConnection | CalendarFeed;
  /** How far its sync has come; undefined where there is none. */
  readonly sync: CalendarSync | undefined;
}

export type CalendarReason =
  | 'archived'
  | 'disconnected'
  | 'error'
  | 'paused'
  | 'no_sync'
  | 'resting'
  | 'failing'
  | 'late'
  | 'running'
  | 'not_read_yet'
  | 'events_passed_over'
  | 'events_in_doubt'
  | 'in_sync';

/** A poll comes each quarter of an hour; five minutes more are a queue. */
const LATE_AFTER_MS = 20 * MINUTE_MS;

/** Of events of feeds that were read all the same: docs/limits-and-rules.md#calendar-connections. */
const DOUBTS: readonly string[] = ['unknown_time_zone', 'missing_uid', 'duplicate_uid'];

/**
 * Why a calendar is not in sync, in the order in which a sync run could be stopped. `ofDeployment` are the reasons for
 * which the deployment reads no calendar of its kind; without them they are not looked for.
 */
export function whyNotInSync<OfDeployment extends string = never>(
  facts: CalendarFacts,
  ofDeployment: readonly Reason<OfDeployment>[] = [],
): Finding<CalendarReason | OfDeployment> {
  return firstThatHolds<CalendarReason | OfDeployment>([...ofCalendar(facts), ...ofDeployment, ...ofSync(facts)]);
}

function ofCalendar({ archivedAt, pausedAt, calendar }: CalendarFacts): readonly Reason<CalendarReason>[] {
  return [
    reason('archived', archivedAt !== null, { archived_at: isoOrNull(archivedAt) }),
    reason('disconnected', calendar.status === 'disconnected', {
      disconnected_at: calendar.status === 'disconnected' ? isoOrNull(calendar.disconnectedAt) : null,
    }),
    reason('error', calendar.status === 'error', { code: calendar.status === 'error' ? calendar.error.code : null }),
    reason('paused', pausedAt !== null, { paused_at: isoOrNull(pausedAt) }),
  ];
}

function ofSync({ now, calendar, sync }: CalendarFacts): readonly Reason<CalendarReason>[] {
  const { restsUntil = null, failures = 0, refusals = 0, dueAt = null, claimedUntil = null } = sync ?? {};
  const syncedAt = sync?.syncedAt ?? calendar.lastSyncedAt;
  const inDoubt = calendar.warnings.filter(({ code }) => DOUBTS.includes(code));
  const passedOver = calendar.warnings.filter((one) => !inDoubt.includes(one));
  return [
    reason('no_sync', sync === undefined),
    reason('resting', restsUntil !== null && restsUntil > now, { until: isoOrNull(restsUntil), failures }),
    reason('failing', failures > 0, { failures, refusals }),
    reason('late', dueAt !== null && now >= later(dueAt, LATE_AFTER_MS), { due_at: isoOrNull(dueAt) }),
    reason('running', claimedUntil !== null && claimedUntil > now, { pages: sync?.run?.pages ?? 0 }),
    reason('not_read_yet', syncedAt === null, { due_at: isoOrNull(dueAt) }),
    reason('events_passed_over', passedOver.length > 0, { warnings: codesOf(passedOver) }),
    reason('events_in_doubt', inDoubt.length > 0, { warnings: codesOf(inDoubt) }),
    reason('in_sync', true, { synced_at: isoOrNull(syncedAt), due_at: isoOrNull(dueAt) }),
  ];
}

const codesOf = (warnings: readonly SyncWarning[]): readonly string[] =>
  warnings.map(({ code, count }) => `${code} ${count}`);
