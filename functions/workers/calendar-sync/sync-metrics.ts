import type { SyncOutcome } from '#shared/calendars/sync/commands/run-sync';
import type { Instant } from '#shared/foundation/core/time';
import { withMetrics } from '#shared/foundation/platform/log';

export interface SyncMetrics {
  count(run: SyncOutcome): void;
  /** The outcome of one poll, for the log line. */
  countPoll(outcome: string): void;
  /** For the log line of the batch; empty where nothing was synced. */
  fields(at: Instant): Readonly<Record<string, unknown>>;
}

const COMPLETED: ReadonlySet<SyncOutcome['outcome']> = new Set(['done', 'quiet', 'interrupted']);
/** Not counted: no run started, or the member revoked access. */
const NOT_COUNTED: ReadonlySet<SyncOutcome['outcome']> = new Set([
  ...(['gone', 'stopped', 'leased', 'not_due', 'paused', 'lost'] as const),
]);
/** An operator has to act. */
const FAULTS: ReadonlySet<SyncOutcome['outcome']> = new Set(['failed', 'unopenable']);

/** Counts the outcomes of one batch as metrics of its log line. */
export function syncMetrics(stage: string): SyncMetrics {
  const sums = { CalendarPasses: 0, CalendarPassesPutOff: 0, CalendarPassesFailed: 0, OccurrencesPassedOver: 0 };
  const polls: Record<string, number> = {};
  let any = false;
  return {
    count({ outcome, passedOver }) {
      sums.OccurrencesPassedOver += passedOver.length;
      if (NOT_COUNTED.has(outcome)) return;
      any = true;
      if (COMPLETED.has(outcome)) sums.CalendarPasses += 1;
      else if (FAULTS.has(outcome)) sums.CalendarPassesFailed += 1;
      else sums.CalendarPassesPutOff += 1;
    },
    countPoll(outcome) {
      polls[outcome] = (polls[outcome] ?? 0) + 1;
    },
    fields: (at) => ({
      ...(Object.keys(polls).length > 0 && { polls }),
      ...(any && withMetrics({ stage, at, metrics: asMetrics(sums) })),
    }),
  };
}

const asMetrics = (sums: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, { unit: 'Count', value } as const]));
