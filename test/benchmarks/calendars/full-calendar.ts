import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import type { ProviderCalendar } from '#test/doubles/calendar-providers/calendar/provider-calendar';

const IN_A_SERIES = 20;

/** So many occurrences ahead, twenty in each series, all with a link and eight people. Answers the id of one series. */
export function fillCalendar(calendar: ProviderCalendar, occurrences: number, now: Instant): string {
  let id = '';
  for (let nth = 0; nth < occurrences / IN_A_SERIES; nth += 1) {
    const startsAt = (now + HOUR_MS + nth * 10 * MINUTE_MS) as Instant;
    id = calendar.addSeries({
      title: `Planning, part ${nth}`,
      startsAt,
      endsAt: (startsAt + 30 * MINUTE_MS) as Instant,
      rule: `FREQ=DAILY;COUNT=${IN_A_SERIES}`,
      description: INVITATION,
      conferenceUrl: `https://meet.google.com/abc-good-${lettersOf(nth)}`,
      attendees: Array.from({ length: 8 }, (_, person) => ({
        name: `Person ${person}`,
        email: person === 0 ? calendar.email : `person-${person}@partner.test`,
        response: 'accepted' as const,
        isResource: false,
      })),
    });
  }
  return id;
}

/** As long as those that providers write. */
const INVITATION = '<p>What we do next, and who does it.</p>'.repeat(40);

const lettersOf = (nth: number): string =>
  nth
    .toString(26)
    .padStart(3, '0')
    .replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
