import { html } from 'hono/html';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { type Content, dateTime, type Markup } from '#shared/api/page-kit/components';
import { presentWarnings } from '#shared/calendars/connections/present';
import type { CalendarConnection, SyncErrorCode } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import { type CalendarFacts, type CalendarReason, whyNotInSync } from '#shared/calendars/rules/why-not-in-sync';

/** Why the events of a calendar come or not: the same reason as `npm run ops -- why calendar`. */
export const reasonOf = (facts: CalendarFacts): CalendarReason => whyNotInSync(facts).found.name;

/** Facts of the calendars of one page, all of which were read with it. */
export function factsIn(workspace: Workspace, now: CalendarFacts['now']) {
  const { archivedAt, pausedAt = null } = workspace;
  return (one: Pick<CalendarFacts, 'calendar' | 'sync'>): CalendarFacts => ({ now, archivedAt, pausedAt, ...one });
}

/** The reason, what its member can do about it, and what was found in the calendar. */
export function calendarWords(facts: CalendarFacts): Markup {
  const words = WORDS[reasonOf(facts)];
  return html`<p class="small">${typeof words === 'function' ? words(facts) : words}</p>${presentWarnings(facts.calendar.warnings).map(warning)}`;
}

const OPERATOR = 'If this lasts for hours, contact the operator of this service.';

const WORDS: Readonly<Record<CalendarReason, Content | ((facts: CalendarFacts) => Content)>> = {
  archived: 'The workspace is archived.',
  disconnected: 'It was disconnected: its events do not come any more.',
  error: ({ calendar }) => errorOf(calendar),
  paused: 'The workspace is paused: its calendars are not read. Contact the operator of this service to end it.',
  no_sync: ({ calendar }) =>
    `Its events are not read. ${'host' in calendar ? 'Its URL has to be added again.' : 'The account owner must consent again.'}`,
  resting: ({ sync }) =>
    html`Its server did not answer, or asked to wait. It is read again by itself at ${dateTime(sync?.restsUntil ?? null)}.`,
  failing: `It could not be read the last time, and is tried again by itself. ${OPERATOR}`,
  late: `It was due to be read and was not yet. ${OPERATOR}`,
  running: 'It is being read.',
  not_read_yet: 'It is read for the first time within a minute or two.',
  events_passed_over: 'It is in sync, but some of its events do not come. Correct them in the calendar.',
  events_in_doubt: 'It is in sync. Some of its events may have a wrong time, or be there twice.',
  in_sync: 'It is in sync.',
};

function errorOf(calendar: CalendarConnection | CalendarFeed): string {
  if (calendar.status !== 'error') return '';
  return 'host' in calendar ? calendar.error.message : ERROR_MESSAGES[calendar.error.code];
}

/** What is wrong, and what the account's owner can do about it. */
const ERROR_MESSAGES: Readonly<Record<SyncErrorCode, string>> = {
  access_revoked: 'Access was revoked. The account owner must consent again.',
  grant_expired:
    'Access expired, because it was not used for too long or the password changed. The account owner must consent again.',
  insufficient_scope: 'Calendar access was not granted. The account owner must consent again, with every box ticked.',
  admin_consent_required: 'The organization requires admin consent. An administrator must approve this app first.',
  account_unavailable: 'The account is closed, suspended or has no calendar.',
  provider_error: 'The provider refuses access to the calendar, without a reason.',
};

type Warning = ReturnType<typeof presentWarnings>[number];

/** A fault of the calendar, with its places. */
const warning = ({ message, count, examples }: Warning): Content =>
  html`<p class="small">${message} (${count})${examples.length > 0 ? ` ${examples.map(placeOf).join('; ')}.` : ''}</p>`;

const placeOf = ({ ical_uid: uid, what, line }: Warning['examples'][number]): string =>
  [what, ...(line === null ? [] : [`line ${line}`]), ...(uid === null ? [] : [`UID ${uid}`])].join(', ');
