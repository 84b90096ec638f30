import type { PassOutcome } from '#shared/calendars/sync/commands/run-pass';
import type { Instant } from '#shared/core/time';
import { withMetrics } from '#shared/platform/metrics';

export interface PassTally {
  count(passed: PassOutcome): void;
  /** For the line of the batch; nothing where no pass was made. */
  told(at: Instant): Readonly<Record<string, unknown>>;
}

const MADE: ReadonlySet<PassOutcome['outcome']> = new Set(['done', 'interrupted']);
/** The provider's word, or the member's: nothing here is to be mended. */
const NOT_HELD: ReadonlySet<PassOutcome['outcome']> = new Set(['gone', 'stopped', 'elsewhere', 'not_due', 'lost']);
/** Each of these waits for somebody who runs the service. */
const TO_BE_MENDED: ReadonlySet<PassOutcome['outcome']> = new Set(['failed', 'unopenable']);

/** Counts what came of the passes of one batch, as metrics of its log line. */
export function passTally(stage: string): PassTally {
  const sums = { CalendarPasses: 0, CalendarPassesPutOff: 0, CalendarPassesFailed: 0, OccurrencesPassedOver: 0 };
  let any = false;
  return {
    count({ outcome, passedOver }) {
      sums.OccurrencesPassedOver += passedOver.length;
      if (NOT_HELD.has(outcome)) return;
      any = true;
      if (MADE.has(outcome)) sums.CalendarPasses += 1;
      else if (TO_BE_MENDED.has(outcome)) sums.CalendarPassesFailed += 1;
      else sums.CalendarPassesPutOff += 1;
    },
    told: (at) => (any ? withMetrics({ stage, at, metrics: asMetrics(sums) }) : {}),
  };
}

const asMetrics = (sums: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, { unit: 'Count', value } as const]));
