import type { Instant } from '#shared/foundation/core/time';
import type { Series, SeriesException } from './events.ts';
import { isStartByRule } from './expand-rule.ts';

type Changed = Extract<SeriesException, { type: 'changed' }>;

/** A series with one occurrence changed; one that was removed comes back as it would stand by the rule. */
export function changedAt(series: Series, at: Instant, change: (now: Changed) => Changed): Series {
  const known = series.exceptions.get(at);
  if (!known && !isStartByRule(series, at))
    throw new Error(`${series.id} has no occurrence at ${new Date(at).toISOString()}`);
  const now = known?.type === 'changed' ? known : byTheRule(series, at);
  return { ...series, exceptions: new Map([...series.exceptions, [at, change(now)]]) };
}

const byTheRule = ({ startsAt, endsAt, isAllDay }: Series, at: Instant): Changed => ({
  type: 'changed',
  times: { startsAt: at, endsAt: (at + endsAt - startsAt) as Instant, isAllDay },
  details: {},
  isCancelled: false,
});
