import { html } from 'hono/html';
import type { Attendee, AttendeeResponse, Person } from '#shared/core/people';
import type { Meeting } from '#shared/meetings/rules/meeting';
import type { Markup } from '#shared/page-kit/layout';

const RESPONSES: Readonly<Record<AttendeeResponse, string>> = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'perhaps',
  needs_action: 'no answer yet',
};

/** Everybody on the invite, with their answers where it came by a calendar. */
export function peopleView({ calendarEvent, invited }: Meeting): Markup {
  const people = calendarEvent ? calendarEvent.attendees.map(attendeeView) : invited.map(personView);
  return people.length === 0
    ? html`<p class="none">Nobody is known to be invited.</p>`
    : html`<ul>${people.map((person) => html`<li>${person}</li>`)}</ul>`;
}

const attendeeView = (attendee: Attendee): Markup =>
  html`${personView(attendee)} <span class="small">(${RESPONSES[attendee.response]})</span>`;

export const personView = ({ name, email }: Person): Markup | string => {
  if (name === null) return email ?? 'somebody unknown';
  return email === null ? name : html`${name} <span class="small">${email}</span>`;
};
