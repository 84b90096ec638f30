import { type Instant, SECOND_MS } from '#shared/foundation/core/time';
import type { Series } from './events.ts';
import { compactText } from './zones.ts';

interface Names {
  readonly id: string;
  readonly icalUidOf: (id: string) => string;
}

/** "This and all that follow": the series ends before, and another begins there. A COUNT is not carried over. */
export function splitAt(series: Series, from: Instant, { id, icalUidOf }: Names): { before: Series; after: Series } {
  const open = series.rule
    .split(';')
    .filter((part) => !/^(UNTIL|COUNT)=/.test(part))
    .join(';');
  const until = `${compactText((from - SECOND_MS) as Instant, 'UTC')}Z`;
  const lasts = series.endsAt - series.startsAt;
  const split = (isWanted: (at: Instant) => boolean) => new Map([...series.exceptions].filter(([at]) => isWanted(at)));
  return {
    before: { ...series, rule: `${open};UNTIL=${until}`, exceptions: split((at) => at < from) },
    after: {
      ...series,
      id,
      icalUid: icalUidOf(id),
      rule: open,
      startsAt: from,
      endsAt: (from + lasts) as Instant,
      exceptions: split((at) => at >= from),
    },
  };
}
