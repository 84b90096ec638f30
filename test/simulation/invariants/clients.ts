import type { Outcome } from '../outcome.ts';
import { unless } from './unless.ts';

/** I14: a client that came back with the same key did everything once. (That no answer was a 5xx but 503 the clients note.) */
export function ofClients({ ledger, histories, askings, told }: Outcome): readonly string[] {
  const manual = histories.flatMap(({ attempts }) => attempts.filter(({ trigger }) => trigger === 'manual')).length;
  const wereOpen = ledger.endpoints.every(({ wasDisabled }) => !wasDisabled);
  const meetings = new Set(told.map(({ meetingId }) => meetingId));
  return [
    ...unless(askings === ledger.askings.length, `I14: ${ledger.askings.length} askings became ${askings}`),
    ...unless(manual <= askings, `I14: ${askings} askings became ${manual} attempts`),
    ...unless(!wereOpen || manual === askings, `I13: ${askings} askings became ${manual} attempts`),
    ...unless(
      [...meetings].every((id) => ledger.meetings.has(id)),
      'I14: a push made two meetings',
    ),
  ];
}
