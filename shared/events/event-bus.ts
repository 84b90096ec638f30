import {
  type EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
  type PutEventsResultEntry,
} from '@aws-sdk/client-eventbridge';
import type { BusMessage, EventBus } from '#shared/events/ports';
import { sendInBatches } from '#shared/platform/batched-sends';

type Client = Pick<EventBridgeClient, 'send'>;

/** Rules match on it. */
const SOURCE = 'rapporteur';

/** An EventBridge bus. */
export const eventBridgeBus = (client: Client, name: string): EventBus => ({
  publish: (messages) =>
    sendInBatches(
      messages.map((message) => entryOf(name, message)),
      async (batch) => {
        const { Entries = [] } = await client.send(new PutEventsCommand({ Entries: [...batch] }));
        // Results stand in the order of the entries.
        return batch.filter((_entry, position) => !isAccepted(Entries[position]));
      },
    ),
});

const entryOf = (EventBusName: string, { id, type, subject }: BusMessage): PutEventsRequestEntry => ({
  EventBusName,
  Source: SOURCE,
  DetailType: type,
  Detail: JSON.stringify({ id, type, subject }),
});

const isAccepted = (result: PutEventsResultEntry | undefined): boolean =>
  result !== undefined && result.ErrorCode === undefined;
