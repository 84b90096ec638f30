import { pausedWorkspaces } from '#shared/accounts/workspaces/paused-workspaces-store';
import { accessTokenForPoll } from '#shared/calendars/sync/commands/access-token';
import { pausedUntilPoll } from '#shared/calendars/sync/commands/lease';
import { failSync, NOTHING_DONE, type SyncOutcome } from '#shared/calendars/sync/commands/run-sync';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import { CursorExpired, GrantLost } from '#shared/calendars/sync/ports';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { pollAfterAnswer } from '#shared/calendars/sync/rules/feed-rest';
import { isLeased, mayPoll, polled } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import type { CalendarId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import type { Item } from '#shared/foundation/core/table';
import { type Instant, isDue } from '#shared/foundation/core/time';

/** The outcome of a poll; `'run'` where a sync run under the lease has to follow. */
export type PollOutcome = SyncOutcome | 'run';

/**
 * One poll of a due calendar: a read of its rows, one of its workspace unless that is cached, a page of the provider and,
 * where the page has no changes, one write of the schedule. It takes no lease: it writes only if nothing else was saved meanwhile. Errors of the provider are
 * saved and returned as by a run; errors of the table are thrown, and the calendar stays due.
 */
export const pollCalendar = (context: SyncContext) => {
  const pauses = pausedWorkspaces(context);
  return async (id: CalendarId): Promise<PollOutcome> => {
    const found = await calendarSyncs.findForPoll(context.table, id);
    if (!found) return without('gone');
    const { sync, access } = found;
    const reason = whyNot(sync.state, context.clock.now());
    if (reason !== undefined) return reason;
    if (await pauses.isPaused(sync.state.workspaceId)) return putOffPoll(context, sync);
    const startedAt = context.clock.now();
    try {
      if (await hasChanges(context, sync.state, access)) return 'run';
    } catch (error) {
      // The run asks for a fresh token, or reads without the cursor.
      return error instanceof GrantLost || error instanceof CursorExpired
        ? 'run'
        : failSync(context, id, { error, startedAt });
    }
    return saveQuiet(context, sync, startedAt);
  };
};

/** Where something else was saved meanwhile, that has its own time. */
async function putOffPoll(context: SyncContext, before: Loaded<CalendarSync>): Promise<SyncOutcome> {
  const after = pausedUntilPoll(context, before.state, context.clock.now());
  await context.table.write(calendarSyncs.putSchedule(before, after));
  return without('paused');
}

const without = (outcome: SyncOutcome['outcome']): SyncOutcome => ({ ...NOTHING_DONE, outcome });

/** Undefined where the calendar is to be polled. */
function whyNot(sync: CalendarSync, now: Instant): PollOutcome | undefined {
  if (sync.dueAt === null) return without('stopped');
  if (isLeased(sync, now)) return without('leased');
  if (!isDue(sync.dueAt, now)) return without('not_due');
  return mayPoll(sync, now) ? undefined : 'run';
}

/** Also where only a run can find out. */
async function hasChanges(context: SyncContext, sync: CalendarSync, row: Item | undefined): Promise<boolean> {
  const accessToken = await accessTokenForPoll(context, sync, row);
  if (accessToken === undefined || sync.cursor === null) return true;
  const page = await context.providers[sync.provider].calendar.readOn(accessToken, sync.cursor.text);
  return page.events.length > 0 || !page.isLast;
}

async function saveQuiet(context: SyncContext, before: Loaded<CalendarSync>, startedAt: Instant): Promise<SyncOutcome> {
  const at = context.clock.now();
  const scaled = (ms: number) => context.timeScale.scaled(ms);
  const pollAt = pollAfterAnswer(before.state, at, { answerMs: at - startedAt, scaled });
  const after = polled(before.state, at, pollAt);
  const isSaved = await context.table.write(calendarSyncs.putSchedule(before, after));
  return isSaved ? { ...NOTHING_DONE, outcome: 'quiet', dueAt: after.dueAt } : without('leased');
}
