import { type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { type Instant, later, laterOf, MINUTE_MS } from '#shared/foundation/core/time';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import type { Recorder } from '#shared/meetings/recorders/ports';
import { seededBytes } from '#test/benchmarks/random';
import { aWorld, type World } from '#test/support/api';
import type { FaultPlan } from '#test/support/event-path/container';
import { isNewOutboxRow } from '#test/support/event-path/platform';
import { deleteProcessed, queueEventOf } from '#test/support/event-path/queue-event';
import { type AnyQueue, inMemoryServices, JOB_QUEUES, QUEUES } from '#test/support/event-path/services';
import { warmFunction } from '#test/support/event-path/warm-function';
import { deliveryIn, fanoutIn, relayIn, sweeperIn } from '#test/support/event-path/workers';
import { type FakeCalendar, fakeCalendar } from '#test/support/fake-calendar';
import { type FakeFeed, fakeFeed } from '#test/support/fake-feed';
import { invocationOf, isStopped, type Lineage, NO_LINEAGE } from '#test/support/lineage';
import { rulesOfWorkers, unroutedAmong } from './rules.ts';
import { ungroupedWork } from './ungrouped.ts';
import { type QueueConsumer, type QueueHandler, workersOf } from './workers.ts';

interface Given {
  readonly seed: number;
  /** What strikes the requests of functions. */
  readonly faults?: FaultPlan;
  /** How many seconds later a queue hands a message out once more; undefined where it does not. */
  readonly duplicates?: () => number | undefined;
  readonly recorder: (world: World) => Recorder;
  /** Functions for which Lambda's recursive loop detection is off; by default those of the templates. */
  readonly recursive?: readonly string[];
  /** Called before each batch. */
  readonly look: (service: { readonly world: World }) => Promise<void>;
}

const ALL_QUEUES: readonly AnyQueue[] = [...QUEUES, 'bots', 'live', 'calendars', ...JOB_QUEUES];
/** More batches at one moment mean an endless loop. */
const MOST_BATCHES = 5_000;

const Outcomes = v.object({ grouped: v.optional(v.number(), 0) });
const Calendars = v.object({ connectionIds: v.array(v.string()) });
/** Workers whose name in their log lines is not that of their queue. */
const LOGGED_AS: Readonly<Partial<Record<AnyQueue, string>>> = {
  ...Object.fromEntries(JOB_QUEUES.map((name) => [name, name])),
  bots: 'bot-dispatch',
  live: 'live-transcripts',
  calendars: 'calendar-sync',
  fanout: 'webhook-fanout',
  // Redeliveries come to this queue from the bus.
  retry: 'webhook-delivery',
};

/** The functions that consume the queues, where they have another name. */
const FUNCTIONS: Readonly<Partial<Record<AnyQueue, string>>> = {
  bots: 'bot-dispatch',
  live: 'live-transcripts',
  calendars: 'calendar-sync',
  fanout: 'webhook-fanout',
  first: 'webhook-delivery',
  retry: 'webhook-delivery',
  'deliver-slow': 'webhook-delivery',
};

/** A message of the sweeper has many calendars. */
const thingsIn = (body: string): number => {
  const many = v.safeParse(Calendars, JSON.parse(body));
  return many.success ? many.output.connectionIds.length : 1;
};

/** Lambda's recursive loop detection: what an invocation sends has its lineage, and the seventeenth of a chain is stopped. */
function loopDetection(recursive?: readonly string[]) {
  const lineages = new Map<string, Lineage>();
  const stopped = new Set<string>();
  let current = NO_LINEAGE;
  return {
    stopped: stopped as ReadonlySet<string>,
    /** False where the invocation is stopped: its messages stay in their queue until they are dead letters. */
    begin(name: string, messageIds: readonly string[]): boolean {
      current = invocationOf(
        name,
        messageIds.map((id) => lineages.get(id) ?? NO_LINEAGE),
      );
      if (!isStopped(name, current, recursive)) return true;
      stopped.add(name);
      return false;
    },
    /** Takes the messages that are new for those of the invocation. */
    end(messageIds: readonly string[]): void {
      for (const id of messageIds) if (!lineages.has(id)) lineages.set(id, current);
    },
    /** Of messages that no function sent. */
    outside(messageIds: readonly string[]): void {
      for (const id of messageIds) if (!lineages.has(id)) lineages.set(id, NO_LINEAGE);
    },
  };
}

/**
 * The whole service but its API in one process: the relay of the table's stream, the rules of the bus, the sweeper and
 * every worker, on in-memory services of AWS, with a clock that jumps to whatever is due next. Queues deliver everything
 * that was sent, each message as often as it was sent.
 */
export function aService({ seed, faults: plan = () => undefined, duplicates, recorder, recursive, look }: Given) {
  const services: ReturnType<typeof inMemoryServices> = inMemoryServices(seed, {
    rules: rulesOfWorkers((queue, event) => services.put(queue, JSON.stringify(event))),
  });
  const { clock, dynamo, sqs, kms, random, put } = services;
  const world = aWorld({}, dynamo, kmsSealer(kms, 'key'), seededBytes(random), clock);
  const calendars: { readonly google: FakeCalendar; readonly microsoft: FakeCalendar; readonly feed: FakeFeed } = {
    google: fakeCalendar(),
    microsoft: fakeCalendar(),
    feed: fakeFeed(clock),
  };
  const deliverer: QueueConsumer = {
    worker: 'webhook-delivery',
    batch: 10,
    make: (container) => deliveryIn(services, container),
  };
  const made: Readonly<Record<AnyQueue, QueueConsumer>> = {
    ...workersOf({ services, world, recorder: recorder(world), calendars }),
    fanout: { worker: 'webhook-fanout', batch: 10, make: (container) => fanoutIn(services, container) },
    first: deliverer,
    retry: deliverer,
    'deliver-slow': deliverer,
  };
  const ungrouped = ungroupedWork();
  const noting: FaultPlan = (call) => {
    ungrouped.request(call.operation);
    return plan(call);
  };
  const consumers = new Map(
    ALL_QUEUES.map((name) => {
      const { worker, batch, make } = made[name];
      return [name, { batch, invoke: warmFunction<QueueHandler>({ worker, plan: noting, clock, make }) }] as const;
    }),
  );
  /** Things that messages woke a worker for, by queue; without those that only got their message group. */
  const received = new Map<AnyQueue, number>();
  /** Messages that were delivered twice, and those that a killed invocation did not delete. */
  const repeated = new Map<AnyQueue, number>();
  const count = (counts: Map<AnyQueue, number>, name: AnyQueue, many: number) =>
    counts.set(name, (counts.get(name) ?? 0) + many);
  const loops = loopDetection(recursive);
  const relay = warmFunction({ worker: 'outbox-relay', plan, clock, make: (one) => relayIn(services, one) });
  const sweeper = warmFunction({ worker: 'sweeper', plan, clock, make: (one) => sweeperIn(services, one) });

  /** One batch of the stream, repeated until it is relayed; false when there was none. */
  const relayOnce = async (): Promise<boolean> => {
    const records = dynamo.stream.take(100).filter(isNewOutboxRow);
    if (records.length === 0) return false;
    while (!(await relay((handler) => handler({ Records: records })).then((ended) => ended !== undefined)));
    return true;
  };

  const receive = async (name: AnyQueue, most: number): Promise<readonly Message[]> => {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: sqs.urlOf(name),
        MaxNumberOfMessages: most,
        MessageSystemAttributeNames: ['ApproximateReceiveCount', 'SentTimestamp', 'MessageGroupId'],
      }),
    );
    for (const { Body = '', Attributes } of Messages) {
      const afterSeconds = duplicates?.();
      if (afterSeconds === undefined) continue;
      count(repeated, name, thingsIn(Body));
      await put(name, Body, afterSeconds, Attributes?.MessageGroupId);
    }
    return Messages;
  };

  const allMessages = () => ALL_QUEUES.flatMap((one) => sqs.messages(one).map(({ id }) => id));

  /** One batch of a queue; false when none of its messages is visible. */
  const consumeOnce = async (name: AnyQueue): Promise<boolean> => {
    const consumer = consumers.get(name);
    const messages = consumer ? await receive(name, consumer.batch) : [];
    if (!consumer || messages.length === 0) return false;
    const things = messages.map(({ Body = '' }) => thingsIn(Body)).reduce((sum, count) => sum + count, 0);
    count(received, name, things);
    const event = queueEventOf(name, messages);
    const ids = messages.map(({ MessageId = '' }) => MessageId);
    // What the relay, the sweeper or the API sent since begins a chain.
    loops.outside(allMessages());
    if (!loops.begin(FUNCTIONS[name] ?? name, ids)) return true;
    ungrouped.begin();
    const ended = await consumer.invoke((handler, invocation) => handler(event, invocation));
    loops.end(allMessages());
    if (messages.every(({ Attributes }) => Attributes?.MessageGroupId === undefined))
      ungrouped.end(
        name,
        messages.map(({ Body = '' }) => Body),
      );
    if (!ended) count(repeated, name, things);
    else await deleteProcessed(sqs, sqs.urlOf(name), { messages, response: ended.answer });
    return true;
  };

  const atThisMoment = async (): Promise<void> => {
    for (let batches = 0; batches < MOST_BATCHES; batches += 1) {
      let any = await relayOnce();
      for (const name of ALL_QUEUES) {
        if (!sqs.messages(name).some(({ visibleAt }) => visibleAt <= clock.now())) continue;
        await look({ world });
        any = (await consumeOnce(name)) || any;
      }
      if (!any) return;
    }
    throw new Error('The service does not come to rest.');
  };

  const nextVisible = (): number =>
    Math.min(...ALL_QUEUES.flatMap((name) => sqs.messages(name).map(({ visibleAt }) => visibleAt)));

  return {
    ...{ services, world, calendars },
    /** Works until that moment, with a sweep each minute. */
    async run(until: Instant): Promise<void> {
      let sweepAt = later(clock.now(), MINUTE_MS - (clock.now() % MINUTE_MS));
      for (;;) {
        await atThisMoment();
        const next = Math.min(nextVisible(), sweepAt) as Instant;
        if (next > until) break;
        clock.set(laterOf(clock.now(), next));
        if (next < sweepAt) continue;
        await sweeper((handler) => handler());
        sweepAt = later(sweepAt, MINUTE_MS);
      }
      clock.set(laterOf(clock.now(), until));
    },
    /** How often each queue woke its worker, for one thing each time. */
    wakeUps: (name: AnyQueue): number => {
      const lines = services.lines.flatMap((line) => (line['worker'] === LOGGED_AS[name] ? [line['outcomes']] : []));
      const grouped = lines.map((outcomes) => v.parse(Outcomes, outcomes ?? {}).grouped);
      return (received.get(name) ?? 0) - grouped.reduce((sum, count) => sum + count, 0);
    },
    /** How many of them came from a message that the queue delivered once more. */
    repeated: (name: AnyQueue): number => repeated.get(name) ?? 0,
    /** Functions that Lambda stopped for a loop. */
    stopped: loops.stopped,
    /** Kinds of messages without a message group, and what was done with them. */
    ungrouped: ungrouped.found,
    /** Events of the bus that no rule sends anywhere. */
    unrouted: () => unroutedAmong(services.bus.events.map((event) => event['detail-type'])),
    /** Messages that were given up. */
    deadLetters: () => ALL_QUEUES.flatMap((name) => sqs.messages(`${name}-dead-letters`)),
  };
}
export type Service = ReturnType<typeof aService>;
