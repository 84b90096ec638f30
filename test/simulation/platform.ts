import { type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { type Instant, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { BatchResponse, QueueEvent } from '#shared/foundation/platform/queue-batch';
import type { Container, FaultPlan, Worker } from '#test/support/event-path/container';
import { isNewOutboxRow } from '#test/support/event-path/platform';
import { deleteProcessed, queueEventOf } from '#test/support/event-path/queue-event';
import { type AnyQueue, type inMemoryServices, QUEUES } from '#test/support/event-path/services';
import { type Invocation, warmFunction } from '#test/support/event-path/warm-function';
import { deliveryIn, fanoutIn, relayIn, sweeperIn } from '#test/support/event-path/workers';
import type { Dues } from './dues.ts';
import type { TimeLine } from './time-line.ts';
import type { LeftOut } from './without.ts';

interface Needs {
  readonly services: ReturnType<typeof inMemoryServices>;
  readonly time: TimeLine;
  readonly plan: FaultPlan;
  readonly duplicates: () => number | undefined;
  readonly leftOut: LeftOut;
  readonly dues: Dues;
  /** The worker for what is due by its own row. */
  readonly due: (container: Container) => QueueHandler;
}

type QueueHandler = (event: QueueEvent, invocation: Invocation) => Promise<BatchResponse>;

const BATCH = 10;
/** Invocations of one queue at a time. */
const AT_ONCE = 3;
/** As the stack sets them. */
const MOST_TRIES = 10;
const AHEAD_MS = 75 * SECOND_MS;

/** What Lambda does: empties the stream and the queues into their functions, and calls the sweeper every minute. */
export function platform(needs: Needs) {
  const { services, plan } = needs;
  const { clock } = services;
  const make = <Handler>(worker: Worker, handler: Parameters<typeof warmFunction<Handler>>[0]['make']) =>
    warmFunction<Handler>({ worker, plan, clock, make: handler });
  const mappings = QUEUES.map((name) =>
    queueMapping(needs, name, () =>
      name === 'fanout'
        ? make<QueueHandler>('webhook-fanout', (one) => fanoutIn(services, one))
        : make<QueueHandler>('webhook-delivery', (one) => deliveryIn(services, one, needs.leftOut.delivery)),
    ),
  );
  const dueMapping = queueMapping(needs, 'housekeeping', () => make<QueueHandler>('job', needs.due));
  const relay = streamMapping(
    needs,
    make('outbox-relay', (one) => relayIn(services, one)),
  );
  const sweeps = sweeping(
    needs,
    make('sweeper', (one) => sweeperIn(services, one)),
  );
  return {
    /** Called at every moment: begins what can begin; true where a queue handed something out. */
    look: (): boolean => {
      relay();
      if (!needs.leftOut.sweeper) sweeps();
      return [...mappings, dueMapping].map((mapping) => mapping()).includes(true);
    },
  };
}

/** Batches of one queue, to as many copies of its function as are free. */
function queueMapping({ services, time, duplicates, leftOut }: Needs, name: AnyQueue, start: () => QueueFunction) {
  const { sqs, clock, put, random } = services;
  const free = Array.from({ length: AT_ONCE }, start);
  let alarm = Number.POSITIVE_INFINITY;

  const receive = async (): Promise<readonly Message[]> => {
    const asked = {
      QueueUrl: sqs.urlOf(name),
      MaxNumberOfMessages: 1 + Math.floor(BATCH * random()),
      MessageSystemAttributeNames: ['ApproximateReceiveCount' as const],
    };
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(asked));
    for (const { Body = '' } of Messages) {
      const afterSeconds = duplicates();
      if (afterSeconds !== undefined) await put(name, Body, afterSeconds);
    }
    // Standard queues promise no order.
    return shuffled(Messages, random);
  };

  const work = async (invoke: QueueFunction): Promise<void> => {
    const messages = await receive();
    if (messages.length === 0) return;
    await time.after(1 + 30 * random());
    const { Records } = queueEventOf(name, messages);
    const event = { Records: Records.map((record) => leftOut.record(record)) };
    const ended = await invoke((handler, invocation) => handler(event, invocation));
    if (ended) await deleteProcessed(sqs, sqs.urlOf(name), { messages, response: ended.answer });
  };

  return (): boolean => {
    const earliest = earliestOf(sqs.messages(name));
    if (earliest > clock.now()) {
      if (earliest >= alarm) return false;
      alarm = earliest;
      time.at(earliest, () => {
        if (alarm === earliest) alarm = Number.POSITIVE_INFINITY;
      });
      return false;
    }
    const copy = free.pop();
    if (copy) void work(copy).finally(() => free.push(copy));
    return copy !== undefined;
  };
}

type QueueFunction = ReturnType<typeof warmFunction<QueueHandler>>;

const earliestOf = (messages: readonly { readonly visibleAt: number }[]): number =>
  messages.reduce((least, { visibleAt }) => Math.min(least, visibleAt), Number.POSITIVE_INFINITY);

function shuffled<Entry>(entries: readonly Entry[], random: () => number): readonly Entry[] {
  return entries
    .map((entry) => ({ entry, lot: random() }))
    .sort((one, other) => one.lot - other.lot)
    .map(({ entry }) => entry);
}

type Relay = ReturnType<typeof warmFunction<ReturnType<typeof relayIn>>>;

/** The stream, in order and one batch at a time; a batch that fails again and again is given up. */
function streamMapping({ services, time }: Needs, invoke: Relay) {
  const { dynamo, random } = services;
  let isBusy = false;
  const work = async (): Promise<void> => {
    await time.after(20 + 200 * random());
    const records = dynamo.stream.take(100).filter(isNewOutboxRow);
    for (let tries = 0; records.length > 0 && tries < MOST_TRIES; tries += 1) {
      if (await invoke((handler) => handler({ Records: records }))) return;
      await time.after(SECOND_MS);
    }
  };
  return () => {
    if (isBusy || dynamo.stream.waiting === 0) return;
    isBusy = true;
    void work().finally(() => {
      isBusy = false;
    });
  };
}

type Sweeper = ReturnType<typeof warmFunction<ReturnType<typeof sweeperIn>>>;

/** Every whole minute at which something is due; the others, at which nothing would be found, are passed over. */
function sweeping({ services, time, dues }: Needs, invoke: Sweeper) {
  const { clock } = services;
  let planned = Number.POSITIVE_INFINITY;
  let last = 0;
  let isBusy = false;
  const sweepAt = (moment: number) => {
    planned = moment;
    time.at(moment, () => {
      if (planned !== moment) return;
      planned = Number.POSITIVE_INFINITY;
      last = moment;
      isBusy = true;
      void invoke((handler) => handler()).finally(() => {
        isBusy = false;
      });
    });
  };
  return () => {
    if (isBusy || dues.earliest === Number.POSITIVE_INFINITY) return;
    const minute = Math.ceil((dues.earliest - AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
    const next = Math.max(minute, last + MINUTE_MS, Math.ceil(clock.now() / MINUTE_MS) * MINUTE_MS);
    if (next < planned) sweepAt(next as Instant);
  };
}
