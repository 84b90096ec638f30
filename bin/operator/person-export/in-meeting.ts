import { filled, type Held, isAmong, isOf, namesWith, type Sources } from '#bin/operator/person-export/held';
import { mailsAbout } from '#bin/operator/person-export/mails-about';
import type { Person } from '#shared/foundation/core/people';
import { isoOf, isoOrNull } from '#shared/foundation/core/time';
import { presentPerson } from '#shared/foundation/http/response/wire';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import { calendarEvents } from '#shared/meetings/calendar-events/store';
import { type Meeting, peopleOf } from '#shared/meetings/meetings/rules/meeting';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import type { ResultsKey } from '#shared/meetings/results/ports';
import type { Summary, Transcript } from '#shared/meetings/results/rules/results';

/** What a meeting holds on an address: its people, its calendar events, who speaks under a name of it, its mails. */
export async function* inMeeting(sources: Sources, meeting: Meeting, email: string): AsyncGenerator<Held> {
  const { id, workspaceId, title, startsAt, organizer } = meeting;
  const organizes = organizer && isOf(email, organizer.email) ? presentPerson(organizer) : null;
  const participants = peopleOf(meeting).filter((one) => isOf(email, one.email));
  const about = { workspace_id: workspaceId, title, starts_at: isoOrNull(startsAt) };
  if (organizes || participants.length > 0)
    yield {
      ...{ object: 'meeting', id, ...about },
      ...filled({ organizer: organizes, participants: participants.map(presentPerson) }),
    };
  for (const { eventId } of meeting.carriers) {
    const event = (await calendarEvents.find(sources.table, eventId))?.state;
    if (event) yield* inEvent(event, email);
  }
  yield* speakersIn(sources, meeting, namesWith(email, peopleIn(meeting)));
  yield* mailsAbout(sources.table, id, email);
}

/** Everyone whom a meeting names with an address. */
export const peopleIn = (meeting: Meeting): readonly Person[] => [
  ...peopleOf(meeting),
  ...(meeting.organizer ? [meeting.organizer] : []),
];

function* inEvent(event: CalendarEvent, email: string): Generator<Held> {
  const { id, workspaceId, meetingId, memberId, startsAt, account, organizer } = event;
  const attendees = event.attendees
    .filter((one) => isOf(email, one.email))
    .map((one) => ({ ...presentPerson(one), response: one.response }));
  const named = filled({
    organizer: organizer && isOf(email, organizer.email) ? presentPerson(organizer) : null,
    attendees,
    account_email: isOf(email, account) ? account : null,
  });
  if (Object.keys(named).length === 0) return;
  const place = { workspace_id: workspaceId, meeting_id: meetingId, member_id: memberId, starts_at: isoOf(startsAt) };
  yield { object: 'calendar_event', id, ...place, ...named };
}

/**
 * Speakers and the people of action items are known by name alone: those whose name the meeting has for the address, in
 * the transcript of every bot and in its correction.
 */
async function* speakersIn(
  { files }: Pick<Sources, 'files'>,
  { id, workspaceId, recordings }: Meeting,
  names: ReadonlySet<string>,
): AsyncGenerator<Held> {
  const stored = resultsInFiles(files);
  for (const { botId, results } of names.size === 0 ? [] : recordings) {
    const { transcript, summary, correction } = results;
    const own: ResultsKey = { workspaceId, botId };
    const texts = [own, ...(correction === undefined ? [] : [{ ...own, correction }])];
    const where = { workspace_id: workspaceId, meeting_id: id, bot_id: botId };
    for (const text of transcript === 'ready' ? texts : [])
      yield* speakersNamed(await stored.transcript(text), names, { ...where, corrected: text !== own });
    if (summary === 'ready') yield* actionItemsFor(await stored.summary(own), names, where);
  }
}

function* speakersNamed(text: Transcript | undefined, names: ReadonlySet<string>, where: object): Generator<Held> {
  for (const { id, name } of text?.speakers ?? [])
    if (isAmong(names, name)) yield { object: 'speaker', id, name, ...where };
}

function* actionItemsFor(summary: Summary | undefined, names: ReadonlySet<string>, where: object): Generator<Held> {
  for (const { text, assigneeName } of summary?.actionItems ?? [])
    if (isAmong(names, assigneeName)) yield { object: 'action_item', text, assignee: assigneeName, ...where };
}
