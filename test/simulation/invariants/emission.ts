import type { Outcome } from '../outcome.ts';
import { unless } from './unless.ts';

/** I1 and I2: what clients brought about is in the outbox once, and from there on its way to whoever was subscribed. */
export function ofEmission({ ledger, told, histories }: Outcome): readonly string[] {
  const expected = ledger.events.map(({ meetingId, type, endpoints }) => nameOf(meetingId, type, endpoints)).sort();
  const found = told.map(({ meetingId, type, endpoints }) => nameOf(meetingId, type, endpoints)).sort();
  const pairs = told.flatMap(({ id, endpoints }) => endpoints.map((endpoint) => `${id} ${endpoint}`)).sort();
  const made = histories.map(({ delivery }) => `${delivery.outboxId} ${delivery.endpointId}`).sort();
  return [
    ...unless(
      isSameList(expected, found),
      `I1: ${found.length} events are in the outbox, and ${expected.length} happened`,
    ),
    ...unless(isSameList(pairs, made), `I2: ${made.length} deliveries for ${pairs.length} events and endpoints`),
  ];
}

const nameOf = (meetingId: string, type: string, endpoints: readonly string[]): string =>
  `${meetingId} ${type} ${[...endpoints].sort().join(' ')}`;

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at]);
