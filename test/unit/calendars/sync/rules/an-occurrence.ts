import type { ProviderAttendee, ProviderOccurrence } from '#shared/calendars/sync/rules/provider-event';
import type { TakingFacts } from '#shared/calendars/sync/rules/take-occurrence';
import { windowAt } from '#shared/calendars/sync/rules/window';
import type { Instant } from '#shared/foundation/core/time';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';

export const hours = (count: number): Instant => minutes(60 * count);

export const owner = { memberEmail: 'ada@acme.com', accountEmail: 'ada@gmail.test' } as const;

export const anOccurrence = (given: Partial<ProviderOccurrence> = {}): ProviderOccurrence => ({
  kind: 'occurrence',
  id: 'g1',
  icalUid: 'weekly@google.com',
  recurring: false,
  seriesId: null,
  originalStartsAt: hours(24),
  startsAt: hours(24),
  endsAt: hours(25),
  isAllDay: false,
  isPrivate: false,
  title: 'Weekly',
  location: null,
  description: null,
  conferenceLinks: ['https://meet.google.com/abc-defg-hij'],
  organizer: { name: 'Grace Hopper', email: 'grace@acme.com' },
  attendees: [anAttendee({ email: 'ada@gmail.test' }), anAttendee({ name: 'Grace Hopper', email: 'grace@acme.com' })],
  ...given,
});

export const anAttendee = (given: Partial<ProviderAttendee> = {}): ProviderAttendee => ({
  name: null,
  email: 'linus@partner.example',
  response: 'needs_action',
  isResource: false,
  ...given,
});

export const facts = (given: Partial<TakingFacts> = {}): TakingFacts => ({
  owner,
  window: windowAt(noon),
  known: undefined,
  isMember: () => false,
  ...given,
});
