import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import { seededRandom } from '#test/benchmarks/random';
import { inMemoryEventBridge, type RoutingRule } from '#test/doubles/aws/eventbridge';
import { inMemoryKms } from '#test/doubles/aws/kms';
import type { Latency } from '#test/doubles/aws/latency';
import { inMemorySqs } from '#test/doubles/aws/sqs';
import { type InMemoryTableOptions, inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { aClock, type SetClock } from '#test/support/api';
import type { Receiver } from './receiver.ts';

export const QUEUES = ['fanout', 'first', 'retry', 'deliver-slow'] as const;
export type QueueName = (typeof QUEUES)[number];

/** The queues of jobs, by their worker. */
export const JOB_QUEUES = [
  'recording-processing',
  'housekeeping',
  'settings-reach',
  'bulk-redelivery',
  'mail-delivery',
  'order-processing',
  'media-processing',
  'export-writing',
] as const;
export type JobQueue = (typeof JOB_QUEUES)[number];

/** Every queue of the service that a worker consumes. */
export type AnyQueue = QueueName | 'bots' | 'live' | 'calendars' | JobQueue;

export interface ServiceFailures {
  /** Whether an entry of a batch comes back in `Failed`, though the answer says 200. */
  readonly queueRefuses?: (body: string) => boolean;
  /** Likewise for the bus, by detail type. */
  readonly busRefuses?: (type: string) => boolean;
}

/** How the services behave in time; at once and in order, where nothing is said. */
export interface Behaviour extends ServiceFailures {
  readonly clock?: SetClock;
  readonly random?: () => number;
  readonly latency?: Latency;
  readonly table?: Pick<InMemoryTableOptions, 'propagation' | 'committed' | 'leavesUnread'>;
  /** When the bus calls the target of a rule, how often, and whether at all. */
  readonly busDelivers?: (call: () => Promise<void>) => void | Promise<void>;
  /** Other numbers than the documented ones. */
  readonly limits?: LimitOverrides;
  /** Beside those of the path itself. */
  readonly rules?: readonly RoutingRule[];
}

/** The in-memory AWS services of a deployment, with one clock and one source of randomness. */
export function inMemoryServices(seed: number, behaviour: Behaviour) {
  const { queueRefuses = () => false, busRefuses = () => false, latency, busDelivers, rules = [] } = behaviour;
  const { clock = aClock(), random = seededRandom(seed), limits = {} } = behaviour;
  const inTime = { time: clock, ...(latency && { latency }) };
  const sent: string[] = [];
  let wakeUps = 0;
  const failsEntry = (body: string, queueUrl: string) => {
    sent.push(body);
    if (QUEUES.some((name) => queueUrl === sqs.urlOf(name))) wakeUps += 1;
    return queueRefuses(body);
  };
  const sqs = inMemorySqs(queues, { ...inTime, failsEntry });
  const put = async (name: AnyQueue, MessageBody: string, DelaySeconds = 0, group?: string): Promise<void> => {
    const inGroup = group !== undefined && { MessageGroupId: group };
    await sqs.send(new SendMessageCommand({ QueueUrl: sqs.urlOf(name), MessageBody, DelaySeconds, ...inGroup }));
  };
  const ofThePath = [toFanout((body) => put('fanout', body)), toRetry((body) => put('retry', body))];
  const bus = inMemoryEventBridge([...ofThePath, ...rules], {
    ...inTime,
    ...(busDelivers && { deliver: busDelivers }),
    failsEntry: ({ DetailType = '' }) => (busRefuses(DetailType) ? 'ThrottlingException' : undefined),
  });
  const log: Readonly<Record<string, unknown>>[] = [];
  const receivers: Receiver[] = [];
  return {
    ...{ clock, random, sqs, put, bus, receivers, limits },
    kms: inMemoryKms(latency && { latency }),
    dynamo: inMemoryMainTable({ ...inTime, ...behaviour.table }),
    receiverAt: (url: string) => receivers.find((receiver) => receiver.url === url),
    newToken: counted('token'),
    /** Bodies handed to a queue by our functions, refused ones included. */
    sent,
    /** How many of them are of the webhook channel: for its fan-out and for attempts. */
    wakeUps: () => wakeUps,
    /** Lines as written, with their level. */
    lines: log,
    log: (entry: Readonly<Record<string, unknown>>, level = 'INFO') => {
      log.push({ level, ...entry });
    },
  };
}

const work = (name: string, visibilityTimeoutSeconds: number) => ({
  [name]: { visibilityTimeoutSeconds, redrive: { to: `${name}-dead-letters`, maxReceiveCount: 10 } },
  [`${name}-dead-letters`]: {},
});

/** As the stack makes them. */
const queues = {
  ...work('fanout', 40),
  ...work('first', 35),
  ...work('retry', 35),
  ...work('deliver-slow', 60),
  ...work('bots', 180),
  ...work('live', 360),
  ...work('calendars', 720),
  ...Object.fromEntries(JOB_QUEUES.flatMap((name) => Object.entries(work(name, 540)))),
};

const toFanout = (send: (body: string) => Promise<void>) => ({
  name: 'PublicEvents',
  pattern: {
    source: ['rapporteur'],
    'detail-type': PUBLIC_EVENTS,
  },
  target: (event: object) => send(JSON.stringify(event)),
});

const toRetry = (send: (body: string) => Promise<void>) => ({
  name: 'Redeliveries',
  pattern: { source: ['rapporteur'], 'detail-type': ['job.redelivery'] },
  target: (event: object) => send(JSON.stringify(event)),
});

function counted(name: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${name}-${count}`;
  };
}
