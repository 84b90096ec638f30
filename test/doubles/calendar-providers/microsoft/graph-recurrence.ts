import type { Series } from '#test/doubles/calendar-providers/calendar/events';
import { wallText } from '#test/doubles/calendar-providers/calendar/zones';

const DAYS: Readonly<Record<string, string>> = {
  MO: 'monday',
  TU: 'tuesday',
  WE: 'wednesday',
  TH: 'thursday',
  FR: 'friday',
  SA: 'saturday',
  SU: 'sunday',
};

/**
 * A rule in Graph's words (patternedRecurrence), roughly: for reading, since clients let Graph expand it. Outlook
 * knows nothing below a day.
 */
export function recurrenceOf({ rule, startsAt, timeZone }: Series) {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const days = (parts.get('BYDAY') ?? '').split(',').flatMap((day) => DAYS[day.slice(-2)] ?? []);
  const until = parts.get('UNTIL');
  const count = parts.get('COUNT');
  const types: Readonly<Record<string, string>> = {
    WEEKLY: 'weekly',
    MONTHLY: 'absoluteMonthly',
    YEARLY: 'absoluteYearly',
  };
  return {
    pattern: {
      type: types[parts.get('FREQ') ?? ''] ?? 'daily',
      interval: Number(parts.get('INTERVAL') ?? 1),
      month: 0,
      dayOfMonth: 0,
      ...(days.length > 0 && { daysOfWeek: days }),
      firstDayOfWeek: 'sunday',
      index: 'first',
    },
    range: {
      type: until ? 'endDate' : count ? 'numbered' : 'noEnd',
      startDate: wallText(startsAt, timeZone).slice(0, 10),
      endDate: until ? `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}` : '0001-01-01',
      recurrenceTimeZone: timeZone,
      numberOfOccurrences: Number(count ?? 0),
    },
  };
}
