import { isSame } from '#shared/foundation/core/json';
import type { Instant } from '#shared/foundation/core/time';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import type { SentPush } from '#shared/meetings/calendar-events/rules/push-event';
import type { IsErased, Named } from '#shared/meetings/erasures/rules/erasure';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';

/** Those who were erased are left out: neither an entry nor their number says that there was someone. */
export const withoutErased = <Someone extends Named>(people: readonly Someone[], isErased: IsErased) =>
  people.filter((person) => !isErased(person));

const unlessErased = <Someone extends Named>(person: Someone | null, isErased: IsErased): Someone | null =>
  person && isErased(person) ? null : person;

/** A push as it would be without those who were erased. */
export const strippedPush = <Sent extends Pick<SentPush, 'content'>>(sent: Sent, isErased: IsErased): Sent => ({
  ...sent,
  content: {
    ...sent.content,
    organizer: unlessErased(sent.content.organizer, isErased),
    attendees: withoutErased(sent.content.attendees, isErased),
  },
});

/** The event without those who were erased; the same object where nothing changes. */
export function strippedEvent(event: CalendarEvent, isErased: IsErased, now: Instant): CalendarEvent {
  const after = {
    ...event,
    organizer: unlessErased(event.organizer, isErased),
    attendees: withoutErased(event.attendees, isErased),
  };
  return isSame(event, after) ? event : { ...after, updatedAt: now };
}

/** The meeting without those who were erased, also in the event that it shows; the same object where nothing changes. */
export function strippedMeeting(meeting: Meeting, isErased: IsErased, now: Instant): Meeting {
  const after = {
    ...meeting,
    organizer: unlessErased(meeting.organizer, isErased),
    invited: withoutErased(meeting.invited, isErased),
    calendarEvent: meeting.calendarEvent && strippedEvent(meeting.calendarEvent, isErased, now),
  };
  return isSame(meeting, after) ? meeting : { ...after, updatedAt: now };
}

/** The bot without those who were erased among its participants; the same object where nothing changes. */
export function strippedBot(bot: Bot, isErased: IsErased): Bot {
  const participants = withoutErased(bot.participants, isErased);
  return participants.length === bot.participants.length ? bot : { ...bot, participants };
}
