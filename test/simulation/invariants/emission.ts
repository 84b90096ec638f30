import type { Ledger } from '../ledger.ts';
import type { Outcome } from '../outcome.ts';
import { unless } from './unless.ts';

/** I1 and I2: what clients brought about is in the outbox once, and from there on its way to the subscribed endpoints. */
export function ofEmission({ ledger, told, reported, histories }: Outcome): readonly string[] {
  const expected = ledger.events.map(({ meetingId, type, endpoints }) => nameOf(meetingId, type, endpoints)).sort();
  const found = told.map(({ meetingId, type, endpoints }) => nameOf(meetingId, type, endpoints)).sort();
  const made = histories.map(({ delivery }) => `${delivery.outboxId} ${delivery.endpointId}`).sort();
  const pairs = [...told.flatMap((event) => pairsOf(event, ledger, made)), ...reported.flatMap(allPairsOf)].sort();
  return [
    ...unless(
      isSameList(expected, found),
      `I1: ${found.length} events are in the outbox, and ${expected.length} happened`,
    ),
    ...unless(isSameList(pairs, made), `I2: ${made.length} deliveries for ${pairs.length} events and endpoints`),
  ];
}

/**
 * An event has a delivery to an endpoint if it passes its filter, and only then. The filter of an endpoint that was
 * deleted before the fan-out is not known any more: its delivery may be there, skipped.
 */
function pairsOf(
  { id, type, title, endpoints }: Outcome['told'][number],
  { endpoints: known }: Ledger,
  made: readonly string[],
) {
  return endpoints.flatMap((endpoint) => {
    const pair = `${id} ${endpoint}`;
    const { titles = {}, deletedAt } = known.find((one) => one.id === endpoint) ?? {};
    if (title.startsWith(titles[type] ?? '')) return [pair];
    return deletedAt !== undefined && made.includes(pair) ? [pair] : [];
  });
}

/** Operational events are not filtered here. */
const allPairsOf = ({ id, endpoints }: Outcome['reported'][number]) => endpoints.map((endpoint) => `${id} ${endpoint}`);

const nameOf = (meetingId: string, type: string, endpoints: readonly string[]): string =>
  `${meetingId} ${type} ${[...endpoints].sort().join(' ')}`;

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at]);
