import type { DeliveryId, OutboxId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { outboxRefIn, outboxRows } from '#shared/foundation/events/outbox';
import type { OutboxEvent } from '#shared/foundation/events/ports';
import { isOperational } from '#shared/foundation/events/rules/operational-event';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import type { Received } from '#test/support/event-path/receiver';
import { type inMemoryServices, QUEUES } from '#test/support/event-path/services';
import { dueAtOf } from './dues.ts';
import type { KnownEndpoint, Ledger } from './ledger.ts';
import { type Reported, reportedIn, type Standing, standingOf } from './operational.ts';

/** What became of one delivery: on record, and at its receiver. */
export interface History {
  readonly delivery: Delivery;
  readonly attempts: readonly Attempt[];
  readonly endpoint: KnownEndpoint | undefined;
  readonly received: readonly Received[];
}

/** An event of the outbox. */
interface Told {
  readonly id: OutboxId;
  readonly type: string;
  readonly meetingId: string;
  readonly title: string;
  readonly endpoints: readonly string[];
}

/** Everything that can be looked at once it is quiet. */
export interface Outcome {
  readonly ledger: Ledger;
  readonly histories: readonly History[];
  readonly told: readonly Told[];
  readonly reported: readonly Reported[];
  readonly standings: readonly Standing[];
  /** Askings for one more attempt that the outbox ever held. */
  readonly askings: number;
  /** Keys of rows that are still due. */
  readonly due: readonly string[];
  /** Messages that are not deleted, by queue. */
  readonly left: Readonly<Record<string, number>>;
  readonly deadLetters: readonly string[];
  /** Messages handed to queues by functions, refused ones included. */
  readonly wakeUps: number;
  readonly sweeperSent: number;
}

function toldIn({ id, type, snapshot, endpoints }: OutboxEvent): Told {
  const { id: meetingId, title } = snapshot;
  return { id, type, meetingId: String(meetingId), title: String(title), endpoints: endpoints.map((one) => one.id) };
}

/** The operational events, and the others. */
const split = (events: readonly OutboxEvent[]): readonly (readonly OutboxEvent[])[] => [
  events.filter(({ type }) => isOperational(type)),
  events.filter(({ type }) => !isOperational(type)),
];

type Services = ReturnType<typeof inMemoryServices>;

export async function outcomeOf(
  { dynamo, sqs, wakeUps, lines }: Services,
  ledger: Ledger,
  table: Table,
): Promise<Outcome> {
  const items = dynamo.items();
  const keysOf = (type: string) => items.filter((item) => item['type']?.S === type);
  const store = deliveryStore(table);
  const received = Map.groupBy(
    ledger.endpoints.flatMap(({ receiver }) => receiver.received),
    ({ id }) => id,
  );
  const histories = await Promise.all(
    keysOf('delivery').map(async ({ pk }): Promise<readonly History[]> => {
      const delivery = (await store.find(pk?.S as DeliveryId))?.state;
      if (!delivery) return [];
      const endpoint = ledger.endpoints.find(({ id }) => id === delivery.endpointId);
      const attempts = await store.attempts(delivery);
      return [{ delivery, attempts, endpoint, received: received.get(delivery.id) ?? [] }];
    }),
  );
  const events = await Promise.all(
    keysOf('event').map(async ({ pk, sk }): Promise<readonly OutboxEvent[]> => {
      const notice = outboxRefIn({ pk: pk?.S ?? '', sk: sk?.S ?? '' });
      const event = notice && (await outboxRows(table).read(notice.id, notice.type));
      return event ? [event] : [];
    }),
  );
  const [reported = [], told = []] = split(events.flat());
  return {
    ledger,
    histories: histories.flat(),
    told: told.map(toldIn),
    reported: reported.map(reportedIn),
    standings: await Promise.all(ledger.endpoints.map((known) => standingOf(table, known))),
    askings: keysOf('job').filter(({ sk }) => sk?.S?.startsWith('EVENT#job.redelivery')).length,
    due: items.filter((row) => dueAtOf(row) !== undefined).map(({ pk, sk }) => `${pk?.S} ${sk?.S}`),
    left: Object.fromEntries(QUEUES.map((name) => [name, sqs.messages(name).length])),
    deadLetters: QUEUES.flatMap((name) => sqs.messages(`${name}-dead-letters`).map(({ body }) => body)),
    wakeUps: wakeUps(),
    sweeperSent: lines.reduce((sum, line) => sum + (line['worker'] === 'sweeper' ? Number(line['sent'] ?? 0) : 0), 0),
  };
}
