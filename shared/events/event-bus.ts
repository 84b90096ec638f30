import {
  type EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
  type PutEventsResultEntry,
} from '@aws-sdk/client-eventbridge';
import type { BusMessage, EventBus } from '#shared/events/ports/outbox';

type Client = Pick<EventBridgeClient, 'send'>;

/** Rules match on it. */
const SOURCE = 'rapporteur';
/** Entries that one request takes. */
const BATCH = 10;
/** Attempts for a rejected entry; after that the caller retries later. */
const ROUNDS = 3;

/** An EventBridge bus. Its responses are 200 even if they list rejected entries. */
export const eventBridgeBus = (client: Client, name: string): EventBus => ({
  async publish(notices) {
    const entries = notices.map((notice) => entryOf(name, notice));
    const calls = [];
    for (let at = 0; at < entries.length; at += BATCH) calls.push(putAll(client, entries.slice(at, at + BATCH)));
    await Promise.all(calls);
  },
});

const entryOf = (EventBusName: string, { id, type, subject }: BusMessage): PutEventsRequestEntry => ({
  EventBusName,
  Source: SOURCE,
  DetailType: type,
  Detail: JSON.stringify({ id, type, subject }),
});

async function putAll(client: Client, entries: readonly PutEventsRequestEntry[]): Promise<void> {
  let left = entries;
  for (let round = 0; round < ROUNDS && left.length > 0; round += 1) {
    const { Entries = [] } = await client.send(new PutEventsCommand({ Entries: [...left] }));
    // Results stand in the order of the entries.
    left = left.filter((_entry, position) => !taken(Entries[position]));
  }
  if (left.length > 0) throw new Error(`The bus did not take ${left.length} of ${entries.length} notices.`);
}

const taken = (result: PutEventsResultEntry | undefined): boolean =>
  result !== undefined && result.ErrorCode === undefined;
