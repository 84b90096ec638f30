import type { Ledger } from '../ledger.ts';
import type { Outcome } from '../outcome.ts';
import { unless } from './unless.ts';

/**
 * I1 and I2: what clients brought about is in the outbox once, and from there on its way to the subscribed endpoints. An
 * event that the filters of all its endpoints leave out does not stay in the outbox.
 */
export function ofEmission({ ledger, told, reported, histories }: Outcome): readonly string[] {
  const wanted = <Event extends Named>(events: readonly Event[]) =>
    events.filter((event) => event.endpoints.some((endpoint) => passes(endpoint, event, ledger)));
  const expected = wanted(ledger.events).map(nameOf).sort();
  const found = wanted(told).map(nameOf).sort();
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
function pairsOf(event: Outcome['told'][number], ledger: Ledger, made: readonly string[]) {
  return event.endpoints.flatMap((endpoint) => {
    const pair = `${event.id} ${endpoint}`;
    if (passes(endpoint, event, ledger)) return [pair];
    return knownIn(ledger, endpoint)?.deletedAt !== undefined && made.includes(pair) ? [pair] : [];
  });
}

const knownIn = ({ endpoints }: Ledger, id: string) => endpoints.find((one) => one.id === id);

const passes = (endpoint: string, { type, title }: Named, ledger: Ledger): boolean =>
  title.startsWith(knownIn(ledger, endpoint)?.titles[type] ?? '');

/** Operational events are not filtered here. */
const allPairsOf = ({ id, endpoints }: Outcome['reported'][number]) => endpoints.map((endpoint) => `${id} ${endpoint}`);

type Named = Pick<Outcome['told'][number], 'meetingId' | 'type' | 'title' | 'endpoints'>;

const nameOf = ({ meetingId, type, endpoints }: Named): string =>
  `${meetingId} ${type} ${[...endpoints].sort().join(' ')}`;

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at]);
