import type ICAL from 'ical.js';
import { DAY_MS } from '#shared/core/time';

/** More than time zones and weeks that began earlier take. */
const MARGIN_DAYS = 10;
const WEEK_DAYS = 7;

/**
 * The start from which a rule is expanded: that of the event, or, for daily and weekly rules without a COUNT, one that
 * many whole intervals later and still before `from`. Such a rule goes on from there as from its beginning, and years of
 * past occurrences are not expanded.
 */
export function expandedFrom(
  start: ICAL.Time,
  rules: readonly ICAL.Recur[],
  { startsAt, from }: { readonly startsAt: number; readonly from: number },
): ICAL.Time {
  const [rule] = rules;
  if (!rule || rules.length > 1 || rule.count || !isOfDays(rule)) return start;
  const step = Math.max(1, rule.interval) * (rule.freq === 'WEEKLY' ? WEEK_DAYS : 1);
  const days = Math.floor(((from - startsAt) / DAY_MS - MARGIN_DAYS - step) / step) * step;
  if (!(days > 0)) return start;
  const later = start.clone();
  later.adjust(days, 0, 0, 0);
  return later;
}

/** Each of its occurrences depends on its day alone, or on its day and its week. */
const isOfDays = ({ freq, parts }: ICAL.Recur): boolean =>
  ['DAILY', 'WEEKLY'].includes(freq) && Object.keys(parts).every((part) => part === 'BYDAY' || part === 'BYMONTH');
