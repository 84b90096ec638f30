import {
  type EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
  type PutEventsResultEntry,
} from '@aws-sdk/client-eventbridge';
import type { BusNotice, EventBus } from '#shared/events/ports/event-bus';
import { EVENT_SOURCE } from '#shared/infrastructure-names';

type Client = Pick<EventBridgeClient, 'send'>;

/** The most entries of a PutEvents request. */
const BATCH = 10;
/** A refused entry is sent in at most so many requests, without a pause. After that the caller has to retry. */
const ROUNDS = 3;

/** An EventBridge bus. PutEvents returns 200 also when it lists refused entries, so every result is checked. */
export const eventBridgeBus = (client: Client, name: string): EventBus => ({
  async publish(notices) {
    const entries = notices.map((notice) => entryOf(name, notice));
    const calls = [];
    for (let at = 0; at < entries.length; at += BATCH) calls.push(putAll(client, entries.slice(at, at + BATCH)));
    await Promise.all(calls);
  },
});

const entryOf = (EventBusName: string, { id, type, subject }: BusNotice): PutEventsRequestEntry => ({
  EventBusName,
  Source: EVENT_SOURCE,
  DetailType: type,
  Detail: JSON.stringify({ id, type, subject }),
});

async function putAll(client: Client, entries: readonly PutEventsRequestEntry[]): Promise<void> {
  let left = entries;
  for (let round = 0; round < ROUNDS && left.length > 0; round += 1) {
    const { Entries = [] } = await client.send(new PutEventsCommand({ Entries: [...left] }));
    // Results are in the order of the entries.
    left = left.filter((_entry, position) => !isAccepted(Entries[position]));
  }
  if (left.length > 0) throw new Error(`The bus did not take ${left.length} of ${entries.length} notices.`);
}

const isAccepted = (result: PutEventsResultEntry | undefined): boolean =>
  result !== undefined && result.ErrorCode === undefined;
