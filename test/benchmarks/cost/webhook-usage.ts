import { SECOND_MS } from '#shared/foundation/core/time';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { type Answer, aReceiver } from '#test/support/event-path/receiver';
import { Meter, type Write } from './meter.ts';
import { storedBytes } from './table-units.ts';
import { sumOf, times, type Usage } from './usage.ts';

/** Messages of an invocation, as under load; a lone message has an invocation for itself. */
const BATCH = 10;
/** Of a request that the service makes: the median of latencies.ts, in seconds. */
const REQUEST_SECONDS = 0.006;
/** Requests one after the other, and what a function may have (lib/constructs). */
const WORKERS = {
  'outbox-relay': { trips: 2, memoryGb: 0.25 },
  'webhook-fanout': { trips: 4, memoryGb: 0.5 },
  'webhook-delivery': { trips: 7, memoryGb: 0.5 },
} as const;
/** Of every twenty invocations one is traced. */
const TRACED = 0.05;
/** Headers of ours, and TLS's own. */
const MORE_BYTES_OUT = 1_200;
const BYTES_A_GB = 1e9;

export interface Measurement {
  readonly events: number;
  /** Endpoints that each event is sent to: one by default. */
  readonly endpoints?: number;
  /** More bytes of each payload. */
  readonly paddingBytes?: number;
  /** Whether the outbox row is counted, which is written in the transaction of the change: by default it is. */
  readonly withOutbox?: boolean;
  /** Whether each delivery is sent again once it has ended. */
  readonly isRedelivered?: boolean;
  /** What the receivers say, and how many seconds the slowest of a batch takes to do so. */
  readonly answers: readonly Answer[];
  readonly receiverSeconds: number;
  readonly onWrite?: (write: Write) => void;
}

/** What one event uses from its commit to the end of its deliveries; a month of storage included. */
export async function webhookUsage(measurement: Measurement): Promise<Usage> {
  const { events, endpoints = 1, withOutbox = true, answers, receiverSeconds, isRedelivered, onWrite } = measurement;
  const { paddingBytes = 0 } = measurement;
  let isMeasuring = false;
  const meter = new Meter((write) => isMeasuring && onWrite?.(write));
  const path = anEventPath();
  meterIn(path, meter);
  const receiver = aReceiver({ answers, takesMs: () => receiverSeconds * SECOND_MS });
  for (let nth = 0; nth < endpoints; nth += 1) await path.anEndpoint({ receiver });
  const idle = path.dynamo.items().length;
  meter.read();
  isMeasuring = true;
  for (let nth = 0; nth < events; nth += 1) await path.happens(undefined, paddingBytes);
  if (!withOutbox) meter.read();
  await path.untilQuiet({ sweeping: true });
  if (isRedelivered) {
    for (const { id } of await path.all()) await path.asksFor(id);
    await path.untilQuiet({ sweeping: true });
  }
  const stored = path.dynamo.items().slice(0, path.dynamo.items().length - idle);
  const bytes = stored.reduce((total, item) => total + storedBytes(item), 0);
  const sent = receiver.received.reduce((total, { body }) => total + Buffer.byteLength(body) + MORE_BYTES_OUT, 0);
  const whole = sumOf(meter.read(), invocationsOf(path), {
    'function GB-second': (receiver.received.length / BATCH) * receiverSeconds * WORKERS['webhook-delivery'].memoryGb,
    'table GB-month': bytes / BYTES_A_GB,
    'GB out': sent / BYTES_A_GB,
    'log GB': path.lines.reduce((total, line) => total + loggedBytes(line), 0) / BYTES_A_GB,
  });
  return times(whole, 1 / events);
}

/** Every client of this path counts from here on; its containers are not made yet. */
function meterIn({ dynamo, sqs, bus, kms }: EventPath, meter: Meter): void {
  Object.assign(dynamo, meter.watchTable({ send: dynamo.send }));
  Object.assign(sqs, meter.watch({ send: sqs.send }, 'queue request', { SendMessageBatch: () => 1 }));
  Object.assign(bus, meter.watch({ send: bus.send }, 'bus event', { PutEvents: (input) => entriesOf(input) }));
  Object.assign(kms, meter.watch({ send: kms.send }, 'key request', { Decrypt: () => 1 }));
}

const entriesOf = (input: object): number =>
  'Entries' in input && Array.isArray(input.Entries) ? input.Entries.length : 0;

/** Invocations by messages, in full batches; each is one receive and one delete beside its sends. */
function invocationsOf({ lines }: EventPath): Usage {
  const used = Object.entries(WORKERS).map(([worker, { trips, memoryGb }]) => {
    const messages = lines.reduce((total, line) => total + (line['worker'] === worker ? messagesIn(line) : 0), 0);
    const invocations = messages / BATCH;
    return {
      'function request': invocations,
      'function GB-second': invocations * trips * REQUEST_SECONDS * memoryGb,
      ...(worker !== 'outbox-relay' && { 'queue request': 2 * invocations }),
      trace: TRACED * invocations,
    };
  });
  return sumOf(...used);
}

/** The line of an invocation is shared by a full batch; that of one message is its own. */
function loggedBytes(line: Readonly<Record<string, unknown>>): number {
  const messages = messagesIn(line);
  return JSON.stringify(line).length * (messages > 0 ? messages / BATCH : 1);
}

const messagesIn = ({ messages, records }: Readonly<Record<string, unknown>>): number =>
  Number(messages ?? records ?? 0);
