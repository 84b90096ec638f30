import { styleText } from 'node:util';
import { counted, hanging } from '#bin/cli/text-layout';
import type { LoadedCalendar } from '#bin/demo/calendar/load-calendar';
import type { ShiftedCalendar } from '#bin/demo/calendar/shift-calendar';
import type { Stack } from '#bin/stack/stack-file';

export const titleLines = ({ base_url }: Stack): readonly string[] => [
  '',
  `${styleText('bold', 'Rapporteur')}  meetings from the calendar to the summary, on ${base_url}`,
];

export const heading = (text: string): readonly string[] => ['', styleText('bold', text)];

/** What is pushed, and what is left out. */
export function calendarLines(
  columns: number,
  { path, allDayCount }: LoadedCalendar,
  { occurrences, leftOut }: ShiftedCalendar,
): readonly string[] {
  const events = new Set(occurrences.map(({ icalUid }) => icalUid)).size;
  const sentences = [
    `${counted(occurrences.length, 'occurrence')} of ${counted(events, 'event')}, moved to start in three minutes, seconds apart.`,
    ...(leftOut > 0 ? [`${counted(leftOut, 'later one')} left out (--most shows more).`] : []),
    ...(allDayCount > 0 ? [`${counted(allDayCount, 'all-day entry', 'all-day entries')} left out.`] : []),
  ];
  return [path, ...sentences].flatMap((sentence) => hanging('  ', sentence, columns));
}
