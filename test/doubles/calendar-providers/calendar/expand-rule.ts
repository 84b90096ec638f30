import { RRuleTemporal } from 'rrule-temporal';
import type { Instant } from '#shared/foundation/core/time';
import type { Series, Window } from './events.ts';
import { compactText } from './zones.ts';

type Recurring = Pick<Series, 'rule' | 'startsAt' | 'timeZone'>;

/** Expanding a rule takes milliseconds, and the same few are asked for again and again. */
const rules = new Map<string, RRuleTemporal>();
const found = new Map<string, readonly Instant[]>();
const MOST_KEPT = 5_000;

const keyOf = ({ rule, startsAt, timeZone }: Recurring): string => `${rule}|${startsAt}|${timeZone}`;

/** The starts that a series' rule gives in a window, both ends included; its exceptions are not looked at. */
export function startsByRule(series: Recurring, { from, to }: Window): readonly Instant[] {
  const key = `${keyOf(series)}|${from}|${to}`;
  const known = found.get(key);
  if (known) return known;
  const starts = ruleOf(series)
    .between(new Date(from), new Date(to), true)
    .map((start) => start.epochMilliseconds as Instant);
  keep(found, key, starts);
  return starts;
}

/** Whether the rule has an occurrence that starts just then. */
export const isStartByRule = (series: Recurring, at: Instant): boolean =>
  startsByRule(series, { from: at, to: at }).includes(at);

function ruleOf(series: Recurring): RRuleTemporal {
  const key = keyOf(series);
  const known = rules.get(key);
  if (known) return known;
  const { rule, startsAt, timeZone } = series;
  const start =
    timeZone === 'UTC'
      ? `DTSTART:${compactText(startsAt, 'UTC')}Z`
      : `DTSTART;TZID=${timeZone}:${compactText(startsAt, timeZone)}`;
  const made = new RRuleTemporal({ rruleString: `${start}\nRRULE:${rule}` });
  keep(rules, key, made);
  return made;
}

function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, value);
}
