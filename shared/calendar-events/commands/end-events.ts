import { cancelUpcomingEvent } from '#shared/calendar-events/commands/cancel-calendar-event';
import { type EventEndings, isToEnd } from '#shared/calendar-events/rules/event-endings';
import { calendarEventStore } from '#shared/calendar-events/store';
import type { CommandContext } from '#shared/commands/context';
import { workspaces } from '#shared/workspaces/store';

/** Read in one step: each that is cancelled costs three reads and a transaction. */
const EVENTS_A_STEP = 50;
const AT_ONCE = 5;

/**
 * Cancels a page of the upcoming events of a member, or of one of their calendars, after it was removed; returns the
 * position of the next page, or undefined after the last. Events that were cancelled before are only read.
 */
export const endEvents =
  (context: CommandContext) =>
  async (endings: EventEndings, after: string | undefined): Promise<string | undefined> => {
    const { table, clock } = context;
    const now = clock.now();
    const [page, workspace] = await Promise.all([
      calendarEventStore(table).notOver(endings.memberId, now, { limit: EVENTS_A_STEP, after }),
      workspaces.find(table, endings.workspaceId),
    ]);
    // The bots of an archived workspace are cancelled all at once; ending an event there could call for another bot.
    if (!workspace || workspace.state.archivedAt !== null) return undefined;
    const cancel = cancelUpcomingEvent(context);
    const wanted = page.items.filter(({ state }) => isToEnd(state, endings, now));
    for (let at = 0; at < wanted.length; at += AT_ONCE)
      await Promise.all(
        wanted
          .slice(at, at + AT_ONCE)
          .map(({ state }) => cancel(workspace.state, state.id, (event) => isToEnd(event, endings, clock.now()))),
      );
    return page.next;
  };
