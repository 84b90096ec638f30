import type { Outcome } from '../outcome.ts';
import { unless } from './unless.ts';

/** I11: nothing is left to do, and what is among the dead letters was done all the same. */
export function ofRest({ due, left, deadLetters, histories, ledger }: Outcome): readonly string[] {
  const waiting = Object.entries(left).filter(([, count]) => count > 0);
  const settled = new Set(
    histories.filter(({ delivery }) => ENDED.includes(delivery.status)).map(({ delivery }) => delivery.id),
  );
  const told = new Set(histories.map(({ delivery }) => delivery.outboxId));
  const isExplained = (body: string): boolean =>
    [...settled, ...told].some((id) => body.includes(id)) || ledger.endpoints.length === 0;
  return [
    ...unless(due.length === 0, `I11: ${due.length} rows are still due`),
    ...waiting.map(([name, count]) => `I11: ${count} messages wait in ${name}`),
    ...unless(deadLetters.every(isExplained), 'I11: a dead letter names something that is not done'),
  ];
}

const ENDED: readonly string[] = ['delivered', 'failed', 'skipped'];
