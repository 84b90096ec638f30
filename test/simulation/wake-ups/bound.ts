import { table } from '#test/benchmarks/table';
import type { Day, WakeUps } from './a-day.ts';

/** Wake-ups for each that is due, at most; what queues and kills repeat comes on top. */
export const MOST_WAKE_UPS = 1.2;

/** The workers, and the services that are asked, that were woken more often than that. */
export const beyondBound = ({ wakeUps, requests }: Day): readonly WakeUps[] =>
  [...wakeUps, ...requests].filter((row) => row.wakeUps > MOST_WAKE_UPS * row.due + row.repeated);

/** A row for each worker, then one for each service that is asked. */
export const asTable = ({ wakeUps, requests }: Day): string =>
  table(
    ['Woken or asked', 'due', 'wake-ups or requests', 'repeated among them', 'for each that is due'],
    [...wakeUps, ...requests].map((row) => [
      row.worker,
      ...[row.due, row.wakeUps, row.repeated].map((count) => count.toLocaleString('en-US')),
      (row.wakeUps / row.due).toFixed(3),
    ]),
  );
