import type { PersonNaming } from '#shared/accounts/members/rules/member';
import { members } from '#shared/accounts/members/store';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { CalendarEventId, MeetingId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { calendarEventStore, putCalendarEvent } from '#shared/meetings/calendar-events/store';
import { meetingsMarked } from '#shared/meetings/meetings/lists-store';
import { reportedAt, withEvents } from '#shared/meetings/meetings/rules/meeting-events';
import { eventNaming, meetingNaming, type Naming } from '#shared/meetings/meetings/rules/name-persons';
import { phaseOf } from '#shared/meetings/meetings/rules/phase';
import { meetings } from '#shared/meetings/meetings/store';

/** Few, since a page may be read again in several minutes, with all events of its meetings (docs/decisions/work-of-walks.md). */
const PAGE = 10;
const AT_ONCE = 5;

/**
 * Updates `member_id` of the persons on a page of meetings, after the member was created or removed. Returns the
 * position of the next page, or undefined after the last. Meetings that are up to date are only read.
 */
export const namePersons =
  (context: CommandContext) =>
  async ({ workspaceId, memberId, mark }: PersonNaming, after: string | undefined): Promise<string | undefined> => {
    const { table } = context;
    const [member, workspace, { items, next }] = await Promise.all([
      members.find(table, memberId),
      workspaces.find(table, workspaceId),
      meetingsMarked(table, workspaceId, mark, { limit: PAGE, after }),
    ]);
    if (!workspace) return undefined;
    const naming = { memberId, member: member?.state };
    await mapConcurrently(items, AT_ONCE, (id) => namePersonsOf(context, id, naming, workspace.state));
    return next;
  };

/** Saves the meeting last: as long as one of its events is missing, a second run finds it. */
async function namePersonsOf(context: CommandContext, id: MeetingId, naming: Naming, workspace: Workspace) {
  const meeting = await meetings.find(context.table, id);
  await mapConcurrently(meeting?.state.carriers ?? [], AT_ONCE, ({ eventId }) => nameOnEvent(context)(eventId, naming));
  await nameOnMeeting(context)(id, naming, workspace);
}

const nameOnMeeting = command(
  async ({ table, clock, changes }, id: MeetingId, naming: Naming, workspace: Workspace) => {
    const before = await meetings.find(table, id);
    if (!before) return;
    const at = clock.now();
    const after = meetingNaming(before.state, naming, at);
    if (after === before.state) return;
    const { state, events } = withEvents(before.state, after, at);
    await changes.save({
      at,
      writes: [meetings.put(before, state)],
      // A meeting that is over changes without an event.
      events: phaseOf(before.state, reportedAt(before.state, at)) === 'past' ? [] : events,
      subscriptions: workspace.endpoints,
    });
  },
);

const nameOnEvent = command(async ({ table, clock, changes }, id: CalendarEventId, naming: Naming) => {
  const before = await calendarEventStore(table).find(id);
  if (!before) return;
  const at = clock.now();
  const after = eventNaming(before.state, naming, at);
  if (after === before.state) return;
  await changes.save({ at, writes: [putCalendarEvent({ before, after, botId: before.botId })] });
});
