import type { Member } from '#shared/accounts/members/rules/member';
import { members } from '#shared/accounts/members/store';
import { isPaused } from '#shared/accounts/workspaces/rules/pause';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { SyncWarning } from '#shared/calendars/connections/rules/calendar-connection';
import { warned } from '#shared/calendars/connections/rules/transitions';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import type { CalendarSync, SyncCursor } from '#shared/calendars/sync/rules/calendar-sync';
import { pollAfterAnswer } from '#shared/calendars/sync/rules/feed-rest';
import { type SkippedEvent, warningsOf } from '#shared/calendars/sync/rules/passed-over';
import { nextPollAt, POLL_MS } from '#shared/calendars/sync/rules/poll-slots';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import {
  completed,
  isLeased,
  leased,
  putOff,
  toldToRest,
  unscheduled,
} from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import {
  findCalendar,
  type LoadedCalendar,
  putWarnings,
  type SyncedCalendar,
} from '#shared/calendars/sync/synced-calendar-store';
import { command } from '#shared/foundation/commands/command';
import type { CalendarId } from '#shared/foundation/core/ids';
import { LeaseLost } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import { type Instant, isDue } from '#shared/foundation/core/time';
import type { DomainEvent } from '#shared/foundation/events/rules/domain-event';

/** The lease of one sync run on a connection. Its end identifies it. */
export interface Lease {
  readonly id: CalendarId;
  readonly until: Instant;
  /** When the run began, or the poll whose failure it saves. */
  readonly startedAt: Instant;
  /** As this run saved it last. */
  readonly sync: CalendarSync;
}

/** Why no run starts: the sync was deleted, is stopped, is leased by another run, is not due, or waits for its workspace. */
export type NotLeased = 'gone' | 'stopped' | 'leased' | 'not_due' | 'paused';

/** Leases the connection for one run if its sync is due. A queue message is only a hint. */
export const acquireLease = command(async (context: SyncContext, id: CalendarId): Promise<Lease | NotLeased> => {
  const { table, changes } = context;
  const [before, connection] = await Promise.all([calendarSyncs.find(table, id), findCalendar(table, id)]);
  if (!before || !connection) return 'gone';
  const at = context.clock.now();
  if (before.state.dueAt === null) return 'stopped';
  if (isLeased(before.state, at)) return 'leased';
  if (connection.row.state.status !== 'active') {
    await changes.save({ at, writes: [calendarSyncs.put(before, unscheduled(before.state))] });
    return 'stopped';
  }
  if (!isDue(before.state.dueAt, at)) return 'not_due';
  const workspace = await workspaces.find(table, connection.row.state.workspaceId);
  if (workspace && isPaused(workspace.state)) {
    await changes.save({ at, writes: [calendarSyncs.put(before, pausedUntilPoll(context, before.state, at))] });
    return 'paused';
  }
  const sync = leased(before.state, at);
  await changes.save({ at, writes: [calendarSyncs.put(before, sync)] });
  return { id, until: sync.claimedUntil, startedAt: at, sync };
});

/** The sync of a paused workspace, until the next poll of the calendar. */
export const pausedUntilPoll = ({ timeScale }: SyncContext, sync: CalendarSync, at: Instant): CalendarSync =>
  putOff(sync, nextPollAt(sync.calendarId, at, timeScale.scaled(POLL_MS)));

/** Saves until when the provider is not to be asked, also while another run has the lease. */
export const saveRest = command(async ({ table, clock, changes }, id: CalendarId, retryAfterMs: number) => {
  const before = await calendarSyncs.find(table, id);
  if (!before) return;
  const at = clock.now();
  const after = toldToRest(before.state, at, retryAfterMs);
  if (after !== before.state) await changes.save({ at, writes: [calendarSyncs.put(before, after)] });
});

export type SyncTransition = (sync: CalendarSync, now: Instant) => CalendarSync;

/** Saves a transition of the sync while the lease is valid, with further rows. Throws `LeaseLost`. */
export const saveUnderLease = command(
  async (context, lease: Lease, transition: SyncTransition, rows: readonly Write[] = []): Promise<Lease> => {
    const before = await calendarSyncs.find(context.table, lease.id);
    if (before?.state.claimedUntil !== lease.until) throw new LeaseLost('Another run has the lease.');
    const at = context.clock.now();
    const sync = transition(before.state, at);
    await context.changes.save({ at, writes: [calendarSyncs.put(before, sync), rows] });
    return { ...lease, sync };
  },
);

interface CompletedRun {
  readonly cursor: SyncCursor;
  readonly passedOver: readonly SkippedEvent[];
  /** How long the first page took. */
  readonly answerMs: number;
  /** Another run follows at once. */
  readonly goesOn: boolean;
}

/**
 * The last write of a run: sets the cursor, the next due time, the time of the sync and, where they changed, `warnings`.
 * Throws `LeaseLost`.
 */
export const completeRun = command(
  async (
    context: SyncContext,
    lease: Lease,
    { cursor, passedOver, answerMs, goesOn }: CompletedRun,
  ): Promise<CalendarSync> => {
    const [sync, connection] = await Promise.all([
      calendarSyncs.find(context.table, lease.id),
      findCalendar(context.table, lease.id),
    ]);
    if (sync?.state.claimedUntil !== lease.until || connection?.row.state.status !== 'active')
      throw new LeaseLost('Another run has the lease, or the connection is not active.');
    const at = context.clock.now();
    const pollAt = pollAfterAnswer(sync.state, at, { answerMs, scaled: (ms) => context.timeScale.scaled(ms) });
    const before = { ...sync.state, askedAgain: sync.state.askedAgain || goesOn };
    const after = completed(before, { cursor, passedOver, now: at, pollAt });
    const warnings = warningsOf(passedOver);
    const events = eventsOfWarnings(connection, warnings, at);
    // Most runs have none, and need not know who subscribes.
    const workspace =
      events.length === 0 ? undefined : await workspaces.find(context.table, connection.row.state.workspaceId);
    await context.changes.save({
      at,
      writes: [calendarSyncs.put(sync, after), putWarnings(connection, (state) => warned(state, warnings))],
      events,
      subscriptions: workspace?.state.endpoints ?? [],
    });
    return after;
  },
);

/** A fault of a kind that the feed did not have at the sync before. */
function eventsOfWarnings(
  calendar: LoadedCalendar,
  warnings: readonly SyncWarning[],
  syncedAt: Instant,
): readonly DomainEvent[] {
  if (calendar.kind !== 'feed') return [];
  const { state } = calendar.row;
  const known = new Set(state.warnings.map(({ code }) => code));
  if (warnings.every(({ code }) => known.has(code))) return [];
  return [{ type: 'calendar_feed.warning', feed: { ...warned(state, warnings), lastSyncedAt: syncedAt } }];
}

/** Where the events of one page are imported to. */
export interface SyncTarget {
  readonly workspace: Workspace;
  readonly member: Member;
  readonly connection: SyncedCalendar;
  readonly window: SyncWindow;
  /** How long the first page of the run took. */
  readonly answerMs: number;
}

/** Loaded for each page, in one round trip. Throws `LeaseLost` where workspace, member or connection is not active. */
export async function loadSyncTarget(
  table: Table,
  { sync }: Lease,
  { window, answerMs }: Pick<SyncTarget, 'window' | 'answerMs'>,
): Promise<SyncTarget> {
  const [workspace, member, connection] = await Promise.all([
    workspaces.find(table, sync.workspaceId),
    members.find(table, sync.memberId),
    findCalendar(table, sync.calendarId),
  ]);
  const isOpen = workspace && workspace.state.archivedAt === null;
  if (!isOpen || !member || connection?.row.state.status !== 'active')
    throw new LeaseLost('The workspace, the member or the connection is not active.');
  return { workspace: workspace.state, member: member.state, connection: connection.row.state, window, answerMs };
}
