import { html } from 'hono/html';
import type { Meeting } from '#shared/domain/meetings/meeting';
import { peopleOf } from '#shared/domain/meetings/meeting';
import type { AttendeeResponse, Person } from '#shared/domain/people';
import type { Markup } from '#shared/pages/layout';

const RESPONSES: Readonly<Record<AttendeeResponse, string>> = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'perhaps',
  needs_action: 'no answer yet',
};

/** Everybody on the invite, with their answers where it came by a calendar. */
export const peopleView = (meeting: Meeting): Markup => {
  const people = peopleOf(meeting);
  return people.length === 0
    ? html`<p class="none">Nobody is known to be invited.</p>`
    : html`<ul>${people.map((person) => html`<li>${personView(person)}${'response' in person ? html` <span class="small">${RESPONSES[person.response as AttendeeResponse]}</span>` : ''}</li>`)}</ul>`;
};

export const personView = ({ name, email }: Person): Markup | string => {
  if (name === null) return email ?? 'somebody unknown';
  return email === null ? name : html`${name} <span class="small">${email}</span>`;
};
