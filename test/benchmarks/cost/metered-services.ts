import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { s3MultipartStorage } from '#shared/foundation/files/s3-multipart-storage';
import { inMemoryEventBridge, type RoutedEvent } from '#test/doubles/aws/eventbridge';
import { inMemoryClient, on } from '#test/doubles/aws/in-memory-client';
import { inMemoryS3 } from '#test/doubles/aws/s3';
import { inMemorySqs } from '#test/doubles/aws/sqs';
import { inMemoryServices } from '#test/support/event-path/services';
import { requestCounter } from '#test/support/request-counter';
import type { Deployment } from './deployment.ts';
import { Meter, type Write } from './meter.ts';
import type { Usage } from './usage.ts';

const BUCKET = 'files';
/** Log lines of a batch are shared by so many messages, as under load. */
const BATCH = 10;

/** S3 charges writes and lists alike, and nothing for deletions. */
const S3_WRITES = ['PutObject', 'CopyObject', 'CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'];
const S3_LISTS = ['ListObjectsV2', 'ListParts'];
const S3_READS = ['GetObject', 'HeadObject'];
const oneEach = (operations: readonly string[]) => Object.fromEntries(operations.map((name) => [name, () => 1]));

/** What one function did in one invocation, or what the bus did for it. */
export interface Work {
  /** By the clock of the services. */
  readonly at: number;
  readonly worker: string;
  /** Messages, requests, or records of the stream: none of what the bus did. */
  readonly messages: number;
  /** AWS requests one after the other. */
  readonly trips: number;
  /** Requests by operation, `Query` and the like. */
  readonly requests: Readonly<Record<string, number>>;
  readonly usage: Usage;
  /** Write units of the index `due`, which are in the usage too. */
  readonly dueUnits: number;
}

const NOTHING = { messages: 0, trips: 0, requests: {}, dueUnits: 0 } as const;

/** The event path of the tests has other names for some queues. */
export const queueName = (deployed: string): string => PATH_NAMES[deployed] ?? deployed;
const PATH_NAMES: Readonly<Record<string, string>> = {
  'deliver-first': 'first',
  'deliver-retry': 'retry',
  'housekeeping-jobs': 'housekeeping',
  'order-jobs': 'order-processing',
  'media-jobs': 'media-processing',
};

/**
 * The in-memory services behind one stage, its bus routed as the templates say. What each function asks of them is
 * counted apart, with the time by the clock.
 */
export function meteredServices(seed: number, deployment: Deployment, onWrite: (worker: string, write: Write) => void) {
  const work: Work[] = [];
  const counter = requestCounter();
  const base = inMemoryServices(seed, {});
  const { clock } = base;
  const queues = deployment.consumers.map(
    ({ queue, visibilitySeconds }) => [queueName(queue), { visibilityTimeoutSeconds: visibilitySeconds }] as const,
  );
  const sqs = inMemorySqs(Object.fromEntries(queues), { time: clock });
  const s3 = inMemoryS3({ time: clock, smallestPartBytes: 1 });
  const ses = inMemoryClient<SESv2Client['send']>('SES', [on(SendEmailCommand, () => ({ MessageId: 'mail' }))]);
  const hand = async (queue: string, event: RoutedEvent): Promise<void> => {
    const QueueUrl = sqs.urlOf(queueName(queue));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(event) }));
    const worker = deployment.consumers.find((consumer) => consumer.queue === queue)?.worker ?? queue;
    work.push({ ...NOTHING, at: clock.now(), worker, usage: { 'queue request': 1 } });
  };
  const rules = deployment.routes.map(({ name, detailTypes, queue }) => ({
    name,
    pattern: { 'detail-type': detailTypes },
    target: (event: RoutedEvent) => hand(queue, event),
  }));
  const bus = inMemoryEventBridge(rules, { time: clock });

  /** The services as one function reaches them. */
  const reachedBy = (worker: string) => {
    let dueUnits = 0;
    const meter = new Meter((write) => {
      dueUnits += write.units.due;
      onWrite(worker, write);
    });
    const watched = <Send>(client: { readonly send: Send }, unit: string, amounts: Parameters<Meter['watch']>[2]) =>
      counter.watch(meter.watch(client, unit, amounts));
    const written = meter.watch(s3, 'S3 write request', oneEach([...S3_WRITES, ...S3_LISTS]));
    const files = { ...s3, ...watched(written, 'S3 read request', oneEach(S3_READS)) };
    const keys = <Send>(client: { readonly send: Send }) =>
      watched(client, 'key request', { Decrypt: () => 1, Encrypt: () => 1 });
    const events = meter.watch(bus, 'bus event', { PutEvents: entriesOf });
    return {
      services: {
        ...base,
        dynamo: { ...base.dynamo, ...counter.watch(meter.watchTable(base.dynamo)) },
        sqs: { ...sqs, ...watched(sqs, 'queue request', { SendMessageBatch: () => 1 }) },
        bus: { ...bus, ...watched(events, 'bus request', { PutEvents: () => 1 }) },
        kms: keys(base.kms),
        log: (line: Line) => meter.add({ 'log GB': loggedBytes(line) / 1e9 }),
      },
      files: {
        ...s3FileStorage(files as never, BUCKET, clock),
        linkTo: async (key: string) => `https://files.test/${key}`,
      },
      uploads: s3MultipartStorage(files, BUCKET),
      ses: watched(ses, 'mail', { SendEmail: () => 1 }),
      keys,
      add: (usage: Usage) => meter.add(usage),
      /** Does it, and notes what it asked for. */
      async doing<Answer>(messages: number, act: () => Promise<Answer>): Promise<Answer> {
        const { answer, tally } = await counter.during(act);
        const { trips, byOperation: requests } = tally;
        work.push({ at: clock.now(), worker, messages, trips, requests, usage: meter.read(), dueUnits });
        dueUnits = 0;
        return answer;
      },
    };
  };
  const failures = () => bus.failures.map(({ rule, error }) => `${rule}: ${error}`);
  const fileBytes = () => s3.keys(BUCKET).reduce((sum, key) => sum + (s3.read(BUCKET, key)?.bytes.length ?? 0), 0);
  return { ...base, sqs, bus, work, reachedBy, failures, fileBytes };
}
export type MeteredServices = ReturnType<typeof meteredServices>;
export type Reached = ReturnType<MeteredServices['reachedBy']>;

type Line = Readonly<Record<string, unknown>>;

const entriesOf = (input: object): number =>
  'Entries' in input && Array.isArray(input.Entries) ? input.Entries.length : 0;

function loggedBytes(line: Line): number {
  const messages = Number(line['messages'] ?? line['records'] ?? 0);
  return Buffer.byteLength(JSON.stringify(line)) * (messages > 0 ? messages / BATCH : 1);
}
