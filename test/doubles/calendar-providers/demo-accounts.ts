import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import type { CalendarPerson, Invited } from './calendar/events.ts';
import type { ProviderCalendar } from './calendar/provider-calendar.ts';
import type { TestProvider } from './test-provider.ts';

/** Where people find their way around a fresh stack; these addresses are reserved (RFC 2606). */
const DOMAINS = { google: 'gmail.example', microsoft: 'outlook.example' };

const guest = ({ name, email }: CalendarPerson, response: Invited['response'] = 'accepted'): Invited => ({
  name,
  email,
  response,
  isResource: false,
});

/** The accounts that a local stack begins with, and what stands in their calendars from now on. */
export function addDemoAccounts(provider: TestProvider, now: Instant): void {
  const domain = DOMAINS[provider.name];
  const today = (now - (now % DAY_MS)) as Instant;
  const ada = provider.addAccount({ email: `ada@${domain}`, name: 'Ada Lovelace' });
  fill(ada.calendar, { today, now, domain });
  const grace = provider.addAccount({ email: `grace@${domain}`, name: 'Grace Hopper' });
  grace.calendar.addEvent({
    title: 'Compilers',
    startsAt: later(today, DAY_MS + 9 * HOUR_MS),
    conferenceUrl: MEETS[provider.name],
  });
  if (provider.name === 'google') {
    provider.addAccount({ email: `nobody@${domain}`, name: 'Without A Calendar', kind: 'no_calendar' });
    return;
  }
  provider.addAccount({ email: `intern@${domain}`, name: 'Only With An Administrator', kind: 'needs_admin_consent' });
  provider.addAccount({ email: `front-desk@${domain}`, name: 'Front Desk', kind: 'shared_mailbox' });
}

const MEETS = {
  google: 'https://meet.google.com/abc-defg-hij',
  microsoft:
    'https://teams.microsoft.com/l/meetup-join/19%3ameeting_demo%40thread.v2/0?context=%7b%22Tid%22%3a%22demo%22%7d',
};

interface Demo {
  readonly today: Instant;
  readonly now: Instant;
  readonly domain: string;
}

function fill(calendar: ProviderCalendar, { today, now, domain }: Demo): void {
  const at = (days: number, hour: number) => later(today, days * DAY_MS + hour * HOUR_MS);
  const grace = { name: 'Grace Hopper', email: `grace@${domain}` };
  const meet = domain === DOMAINS.google ? MEETS.google : MEETS.microsoft;
  const soon = (now - (now % (15 * MINUTE_MS)) + 30 * MINUTE_MS) as Instant;

  calendar.addEvent({
    title: 'Catch up',
    startsAt: soon,
    endsAt: later(soon, 30 * MINUTE_MS),
    conferenceUrl: meet,
    attendees: [guest(grace)],
  });
  const standUp = calendar.addSeries({
    title: 'Stand-up',
    rule: 'FREQ=DAILY',
    startsAt: at(-1, 8),
    endsAt: later(at(-1, 8), 15 * MINUTE_MS),
    conferenceUrl: meet,
    attendees: [guest(grace, 'tentative')],
  });
  calendar.move({ id: standUp, originalStartsAt: at(2, 8) }, at(2, 10));
  calendar.remove({ id: standUp, originalStartsAt: at(3, 8) });
  calendar.addEvent({
    title: 'Interview',
    startsAt: at(1, 13),
    organizer: { name: 'Charles Babbage', email: 'charles@customer.example' },
    description: 'Join Zoom Meeting\nhttps://acme.zoom.us/j/81234567890?pwd=YWJj\n\nMeeting ID: 812 3456 7890',
    attendees: [guest({ name: 'Ada Lovelace', email: calendar.email }, 'needs_action')],
  });
  calendar.addEvent({ title: 'Lunch', startsAt: at(1, 12), location: 'The canteen' });
  calendar.addEvent({ title: 'Dentist', startsAt: at(2, 15), isPrivate: true });
  calendar.addEvent({ title: 'Summer party', startsAt: at(4, 0), isAllDay: true });
}
