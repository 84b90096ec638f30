import type { LoadedCalendar } from '#bin/demo/calendar/load-calendar';
import type { MovedCalendar } from '#bin/demo/calendar/shift-calendar';
import type { Screen } from '#bin/demo/output/terminal';
import { counted, hanging } from '#bin/demo/output/text-layout';
import type { StackToShow } from '#bin/demo/running-stack';

type Look = Pick<Screen, 'columns' | 'paint'>;

export const titleLines = ({ paint }: Look, { base_url }: StackToShow): readonly string[] => [
  '',
  `${paint('bold', 'Rapporteur')}  the life of a calendar, on ${base_url}`,
];

export const heading = ({ paint }: Look, text: string): readonly string[] => ['', paint('bold', text)];

/** What is about to be shown, and what is not. */
export function calendarLines(
  { columns }: Look,
  { path, allDayCount }: LoadedCalendar,
  { shown, leftOut }: MovedCalendar,
): readonly string[] {
  const uids = new Set(shown.map(({ icalUid }) => icalUid)).size;
  const sentences = [
    `${counted(shown.length, 'occurrence')} of ${counted(uids, 'event')}, moved to begin in three minutes and seconds apart.`,
    ...(leftOut > 0 ? [`${counted(leftOut, 'later one')} left out (--most shows more).`] : []),
    ...(allDayCount > 0 ? [`${counted(allDayCount, 'all-day entry')} left out, since nobody meets.`] : []),
  ].map((sentence) => sentence.replace('entrys', 'entries'));
  return [...hanging('  ', path, columns), ...hanging('  ', sentences.join(' '), columns)];
}
