import { removeMailRecords } from '#shared/accounts/mail/mail-records-store';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { eraseFromFeed } from '#shared/capture/live-transcripts/commands/erase-from-feed';
import { command } from '#shared/foundation/commands/command';
import type { BotId, CalendarEventId, MeetingId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type { Table } from '#shared/foundation/core/table';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import { type ErasureMatcher, erasureMatcher } from '#shared/lifecycle/erasures/commands/erasure-matcher';
import { isUnfinished } from '#shared/meetings/bots/rules/bot';
import { removedRecording } from '#shared/meetings/bots/rules/remove-recording';
import { bots } from '#shared/meetings/bots/store';
import { calendarEventStore, putCalendarEvent } from '#shared/meetings/calendar-events/store';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import type { PersonErasure } from '#shared/meetings/erasures/rules/erasure';
import { strippedBot, strippedEvent, strippedMeeting } from '#shared/meetings/erasures/rules/strip';
import { meetingIdsOf } from '#shared/meetings/meetings/lists-store';
import { type Meeting, peopleOf } from '#shared/meetings/meetings/rules/meeting';
import { reportedAt, withEvents } from '#shared/meetings/meetings/rules/meeting-events';
import { phaseOf } from '#shared/meetings/meetings/rules/phase';
import { meetings } from '#shared/meetings/meetings/store';

/** With 200 calendar events of 62 KB each, a page is 13,000 units of `walk_units` to read: it has to fit into a minute. */
const PAGE = 20;
const AT_ONCE = 5;

/**
 * Takes everyone who was erased off a page of the meetings of the workspace, with their calendar events and bots. Returns
 * the position of the next page, or undefined after the last. Meetings that are up to date are only read.
 */
export const eraseFromMeetings =
  (context: ErasureContext) =>
  async (erasure: PersonErasure, after: string | undefined): Promise<string | undefined> => {
    const { table } = context;
    const { workspaceId } = erasure;
    const [workspace, { items, next }] = await Promise.all([
      workspaces.find(table, workspaceId),
      meetingIdsOf(table, workspaceId, { limit: PAGE, after }),
    ]);
    if (!workspace) return undefined;
    const erased = await erasureMatcher(context, erasure);
    await mapConcurrently(items, AT_ONCE, (id) =>
      eraseFromMeeting(context, id, { workspace: workspace.state, erased }),
    );
    return next;
  };

interface Erasing {
  readonly workspace: Workspace;
  readonly erased: ErasureMatcher;
}

/** Saves the meeting last: the names to erase from its events and bots are those of its people. */
async function eraseFromMeeting(context: ErasureContext, id: MeetingId, { workspace, erased }: Erasing) {
  const meeting = await meetings.find(context.table, id);
  if (!meeting) return;
  const { carriers, recordings } = meeting.state;
  await mapConcurrently(carriers, AT_ONCE, ({ eventId }) => erasePeopleFromEvent(context)(eventId, erased));
  await mapConcurrently(recordings, AT_ONCE, ({ botId }) => eraseFromBot(context)(botId, erased));
  const live = recordings.filter(({ status }) => isUnfinished(status));
  await mapConcurrently(live, AT_ONCE, ({ botId }) => eraseFromFeed(context)(botId, workspace));
  await eraseMailRecords(context.table, meeting.state, erased);
  await eraseFromRow(context)(workspace, id, erased);
}

/** Mails follow a recording. They go to people on the meeting, whose addresses are there until it is saved. */
async function eraseMailRecords(table: Table, meeting: Meeting, { isErased }: ErasureMatcher): Promise<void> {
  if (meeting.recordings.length === 0) return;
  const people = [...(meeting.organizer ? [meeting.organizer] : []), ...peopleOf(meeting)].filter(isErased);
  for (const email of new Set(people.flatMap((person) => person.email ?? [])))
    await removeMailRecords(table, meeting.id, email);
}

/** Recorders need not keep what was copied from them, which may name people. A legal hold keeps it. */
async function recorderCopies(table: Table, { workspaceId, recordings, heldAt }: Meeting): Promise<readonly Job[]> {
  if (heldAt !== undefined) return [];
  const copied = recordings.filter(({ hasMedia, status }) => hasMedia && !isUnfinished(status));
  const loaded = await Promise.all(copied.map(({ botId }) => bots.find(table, botId)));
  const removed = loaded.flatMap((bot) => (bot ? removedRecording(bot.state) : []));
  const there = removed.filter(({ recorder }) => recorder !== null);
  return there.length === 0
    ? []
    : [{ type: 'job.recordings_removal', content: { workspaceId, parts: [], recordings: there } }];
}

const erasePeopleFromEvent = command(
  async ({ table, clock, changes }: ErasureContext, id: CalendarEventId, erased: ErasureMatcher): Promise<void> => {
    const before = await calendarEventStore(table).find(id);
    if (!before) return;
    const at = clock.now();
    const { organizer, attendees } = before.state;
    await erased.keepNames([...(organizer ? [organizer] : []), ...attendees]);
    const after = strippedEvent(before.state, erased.isErased, at);
    if (after === before.state) return;
    await changes.save({ at, writes: [putCalendarEvent({ before, after, botId: before.botId })] });
  },
);

const eraseFromBot = command(
  async ({ table, clock, changes }: ErasureContext, id: BotId, erased: ErasureMatcher): Promise<void> => {
    const before = await bots.find(table, id);
    if (!before) return;
    await erased.keepNames(before.state.participants);
    const after = strippedBot(before.state, erased.isErased);
    if (after !== before.state) await changes.save({ at: clock.now(), writes: [bots.put(before, after)] });
  },
);

const eraseFromRow = command(
  async (
    { table, clock, changes }: ErasureContext,
    workspace: Workspace,
    id: MeetingId,
    erased: ErasureMatcher,
  ): Promise<void> => {
    const before = await meetings.find(table, id);
    if (!before) return;
    const at = clock.now();
    await erased.keepNames(before.state.invited);
    const after = strippedMeeting(before.state, erased.isErased, at);
    if (after === before.state) return;
    const { state, events } = withEvents(before.state, after, at);
    await changes.save({
      at,
      writes: [meetings.put(before, state)],
      // A meeting that is over changes without an event.
      events: phaseOf(before.state, reportedAt(before.state, at)) === 'past' ? [] : events,
      jobs: await recorderCopies(table, state),
      subscriptions: workspace.endpoints,
    });
  },
);
