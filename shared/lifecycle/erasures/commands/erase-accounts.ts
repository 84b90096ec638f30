import { members } from '#shared/accounts/members/store';
import { calendarConnections } from '#shared/calendars/connections/store';
import { command } from '#shared/foundation/commands/command';
import type { CalendarConnectionId, CalendarEventId, MemberId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { erasureMatcher } from '#shared/lifecycle/erasures/commands/erasure-matcher';
import { pageFrom, positionOf } from '#shared/lifecycle/erasures/rules/nested-position';
import { withoutErasedAccount, withoutErasedOwner } from '#shared/lifecycle/erasures/rules/strip-account';
import { calendarEventStore, moveEventPointer, putCalendarEvent } from '#shared/meetings/calendar-events/store';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import type { IsErased, PersonErasure } from '#shared/meetings/erasures/rules/erasure';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { meetings } from '#shared/meetings/meetings/store';

const PAGE = 50;
const AT_ONCE = 5;

/**
 * Takes the address of an erased person off a calendar that they had connected as a member, and before that off a page of
 * the events that were read from it. One calendar of the workspace a call; returns the position after it, or within its
 * events, and undefined after the last. The account of someone who still is a member stays: it is how the calendar is known.
 */
export const eraseAccounts =
  (context: ErasureContext) =>
  async (erasure: PersonErasure, position: string | undefined): Promise<string | undefined> => {
    const { table } = context;
    const { after, within } = pageFrom(position);
    const { items, next } = await calendarConnections.list(table, erasure.workspaceId, { limit: 1, after });
    const [connection] = items;
    const erased = await erasureMatcher(context, erasure);
    if (connection === undefined) return next && positionOf(next);
    const isErased = erased.isAccountOf(connection.memberId);
    const isTheirs = withoutErasedOwner(connection, isErased) !== connection;
    if (!isTheirs || (await members.find(table, connection.memberId))) return next && positionOf(next);
    const more = await eraseFromCalendarEvents(context, connection.memberId, isErased, within);
    if (more !== undefined) return positionOf(after, more);
    await eraseFromConnection(context)(connection.id, isErased);
    return next && positionOf(next);
  };

async function eraseFromCalendarEvents(
  context: ErasureContext,
  memberId: MemberId,
  isErased: IsErased,
  after: string | undefined,
): Promise<string | undefined> {
  const { items, next } = await calendarEventStore(context.table).ofMember(memberId, { limit: PAGE, after });
  const theirs = items.filter(({ state }) => withoutErasedAccount(state, isErased) !== state);
  await mapConcurrently(theirs, AT_ONCE, ({ state: { id } }) => eraseAccountFromEvent(context)(id, isErased));
  return next;
}

/** The meeting that shows the event changes with it. Neither shows the account to anyone: no event is sent. */
const eraseAccountFromEvent = command(
  async ({ table, clock, changes }: ErasureContext, id: CalendarEventId, isErased: IsErased): Promise<void> => {
    const before = await calendarEventStore(table).find(id);
    if (!before) return;
    const after = withoutErasedAccount(before.state, isErased);
    if (after === before.state) return;
    const meeting = await meetings.find(table, after.meetingId);
    await changes.save({
      at: clock.now(),
      writes: [
        putCalendarEvent({ before, after, botId: before.botId }),
        moveEventPointer(before.state, after),
        meeting?.state.calendarEvent?.id === id ? meetings.put(meeting, showing(meeting.state, isErased)) : [],
      ],
    });
  },
);

const showing = (meeting: Meeting, isErased: IsErased): Meeting => ({
  ...meeting,
  calendarEvent: meeting.calendarEvent && withoutErasedAccount(meeting.calendarEvent, isErased),
});

const eraseFromConnection = command(
  async ({ table, clock, changes }: ErasureContext, id: CalendarConnectionId, isErased: IsErased): Promise<void> => {
    const before = await calendarConnections.find(table, id);
    if (!before) return;
    const after = withoutErasedOwner(before.state, isErased);
    if (after !== before.state)
      await changes.save({ at: clock.now(), writes: [calendarConnections.put(before, after)] });
  },
);
