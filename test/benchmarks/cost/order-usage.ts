import { PutObjectCommand } from '@aws-sdk/client-s3';
import { conversations } from '#functions/api/conversations/index';
import { exportsGroup } from '#functions/api/exports/index';
import { orders } from '#functions/api/orders/index';
import { uploads } from '#functions/api/uploads/index';
import { exportWriting } from '#functions/workers/export-writing/index';
import { mediaProcessing } from '#functions/workers/media-processing/index';
import { orderProcessing } from '#functions/workers/order-processing/index';
import { amazonTranscriber } from '#shared/capture/recorders/amazon-transcribe/amazon-transcriber';
import type { Instant } from '#shared/foundation/core/time';
import type { JobHandler } from '#shared/foundation/events/job-worker';
import type { FileStorage } from '#shared/foundation/files/ports';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { s3MultipartStorage } from '#shared/foundation/files/s3-multipart-storage';
import { audioStart } from '#shared/foundation/media/audio-start';
import { readMedia } from '#shared/foundation/media/read-media';
import { s3StoredMedia } from '#shared/texts/ingestions/s3-stored-media';
import { enginePlaces } from '#shared/texts/orders/engine-places-store';
import { checkedTranslator } from '#shared/texts/translation/checked-translator';
import { pseudoEngine } from '#shared/texts/translation/pseudo-engine';
import { type InMemoryS3, inMemoryS3 } from '#test/doubles/aws/s3';
import { inMemoryTranscribe, type SpokenWord } from '#test/doubles/aws/transcribe';
import { type InMemoryTable, inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { aClock, aWorld, callsTo } from '#test/support/api';
import { installedFonts } from '#test/support/installed-fonts';
import { mediaOf } from '#test/unit/media/media-files';
import { Meter } from './meter.ts';
import { ONE_CALL } from './office-usage.ts';
import { sumOf, type Usage } from './usage.ts';

const BUCKET = 'files';
const MINUTES = 60;
const WORDS_A_MINUTE = 150;

/** What one invocation of each worker takes: a guess, with memory as in lib/constructs. */
const WORKERS = {
  media: { seconds: 2, memoryGb: 1 },
  orders: { seconds: 0.2, memoryGb: 0.5 },
  exports: { seconds: 3, memoryGb: 1_769 / 1_024 },
} as const;
type Worker = keyof typeof WORKERS;

const invocationOf = (worker: Worker): Usage => ({
  ...{ 'bus event': 1, 'queue request': 3, 'function request': 1, trace: 0.05, 'log GB': 400 / 1e9 },
  'function GB-second': WORKERS[worker].seconds * WORKERS[worker].memoryGb,
});

/** S3 charges writes and lists alike, and nothing for deletions. */
const WRITES = ['PutObject', 'CopyObject', 'CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'];
const LISTS = ['ListObjectsV2'];
const READS = ['GetObject', 'HeadObject'];
const oneEach = (operations: readonly string[]) => Object.fromEntries(operations.map((name) => [name, () => 1]));

export interface OrderUsage {
  /** An hour of audio: uploaded, ordered, recognized by Amazon Transcribe, and read once. */
  readonly transcribedHour: Usage;
  /** The text of that hour as a Word document: ordered, written, downloaded once, and deleted a day later. */
  readonly exportedHour: Usage;
}

/** What an order of a media file uses, and an export of its text, as the real handlers ask for it; without webhooks. */
export async function orderUsage(): Promise<OrderUsage> {
  const meter = new Meter();
  const { workspaceId, call, put, workUntilNothingIsDue, workOnce, sizeOf } = await aMeteredWorkspace(meter);
  const bytes = await mediaOf.m4a(MINUTES * 60);
  meter.read();

  const { id: uploadId, signed_url: url } = await call('uploads', '/new?filename=hour.m4a');
  await put(`uploads/${workspaceId}/${uploadId}`, bytes);
  const { id } = await call('transcribe', '', { url, language: 'en' });
  await workUntilNothingIsDue();
  const { state, outputs_ids: texts } = await call('orders', `/${id}`);
  if (state !== 'fulfilled') throw new Error(`An order of an hour ended as ${state}.`);
  await call('conversations', `/${texts[0]}/transcript`);
  const transcribedHour = meter.read();

  const made = await call('exports', '', { conversation_ids: texts, format: 'docx' });
  await workOnce();
  const { state: written, download_link: link } = await call('exports', `/${made.id}`);
  if (written !== 'ready') throw new Error(`An export of an hour ended as ${written}.`);
  meter.add({ 'GB out': sizeOf(link) / 1e9, 'S3 read request': 1 });
  await workUntilNothingIsDue();
  return { transcribedHour, exportedHour: meter.read() };
}

async function aMeteredWorkspace(meter: Meter) {
  const dynamo = inMemoryMainTable();
  Object.assign(dynamo, meter.watchTable({ send: dynamo.send }));
  const s3 = inMemoryS3();
  Object.assign(s3, meter.watch({ send: s3.send }, 'S3 write request', oneEach([...WRITES, ...LISTS])));
  Object.assign(s3, meter.watch({ send: s3.send }, 'S3 read request', oneEach(READS)));
  const clock = aClock();
  const files = {
    ...s3FileStorage(s3 as never, BUCKET, clock),
    linkTo: async (key: string) => `https://files.test/${key}`,
  };
  const world = aWorld({}, dynamo, undefined, undefined, clock);
  const { key, workspaceId } = await world.anOwner();
  const { deliver, due } = theWorkers({ world, files, s3, meter });
  const context = { ...world.context, files };
  const [ofUploads, ofOrders, ofTexts, ofExports] = [
    ...[callsTo(uploads(context)), callsTo(orders(context))],
    ...[callsTo(conversations(context)), callsTo(exportsGroup(context))],
  ];
  /** By the first segment of a path. */
  const groups = {
    uploads: ofUploads,
    transcribe: ofOrders,
    orders: ofOrders,
    conversations: ofTexts,
    exports: ofExports,
  };
  return {
    workspaceId,
    put: async (Key: string, Body: Uint8Array) => s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body })),
    sizeOf: (link: string) => s3.read(BUCKET, new URL(link).pathname.slice(1))?.bytes.length ?? 0,
    async call(group: keyof typeof groups, rest: string, body?: object) {
      const path = `/${group}${rest}`;
      const answer = await groups[group]?.(body ? 'POST' : 'GET', path, { key, ...(body && { body }) });
      if (!answer || answer.status >= 400) throw new Error(`${path} answered ${answer?.status}`);
      meter.add(sumOf(ONE_CALL, { 'GB out': (Buffer.byteLength(JSON.stringify(answer.body)) + 600) / 1e9 }));
      return answer.body;
    },
    /** Delivers what is due now. */
    async workOnce() {
      for (const one of due().filter(({ dueAt }) => dueAt <= clock.now())) await deliver(one);
    },
    /** Delivers what is due, at its time. */
    async workUntilNothingIsDue() {
      for (let rounds = 0; rounds < 100; rounds += 1) {
        const [soonest] = [...due()].sort((one, other) => one.dueAt - other.dueAt);
        if (!soonest) return;
        clock.set(Math.max(clock.now(), soonest.dueAt) as Instant);
        await deliver(soonest);
      }
      throw new Error('The workers do not come to rest.');
    },
  };
}

interface Deployment {
  readonly world: ReturnType<typeof aWorld>;
  readonly files: FileStorage;
  readonly s3: InMemoryS3;
  readonly meter: Meter;
}

/** The workers of orders and exports, with Amazon Transcribe, whose jobs are done when they are looked at. */
function theWorkers({ world: { context, clock, dynamo }, files, s3, meter }: Deployment) {
  const log = () => undefined;
  const multipart = s3MultipartStorage(s3, BUCKET);
  const engine = inMemoryTranscribe(files);
  const transcriber = amazonTranscriber({
    client: meter.watch(engine, 'Transcribe minute', { StartTranscriptionJob: () => MINUTES }),
    files: { ...files, sizeOf: multipart.sizeOf, readRange: multipart.readRange },
    audioStart,
    ...{ bucket: BUCKET, keyArn: 'arn:aws:kms:us-east-1:1:key/k', namePrefix: 'rapporteur-', clock },
  });
  const media = mediaProcessing(context, {
    ...{ transcriber, places: enginePlaces(context), files, sealer: context.sealer, mostLongIngestions: 5, log },
    ingestion: {
      ...{ clock, files, uploads: multipart, media: s3StoredMedia(s3, BUCKET), readMedia },
      fileAt: () => {
        throw new Error('The file is an upload.');
      },
    },
  });
  const ofOrders = orderProcessing(context, {
    ...{ translator: checkedTranslator(pseudoEngine()), files, log },
    personHashes: context.personHashes,
  });
  const ofExports = exportWriting(context, { files, fonts: installedFonts, log });
  const workers: Readonly<Record<Worker, JobHandler>> = { media, orders: ofOrders, exports: ofExports };
  const invocation = { getRemainingTimeInMillis: () => 900_000 };
  return {
    due: () => dueIn(dynamo),
    async deliver({ type, id }: Due) {
      const worker = WORKER_OF[type];
      if (!worker) throw new Error(`No worker has a ${type}.`);
      meter.add(invocationOf(worker));
      await workers[worker]({ 'detail-type': type, detail: { id } }, invocation);
      await engine.end(WORDS);
    },
  };
}

const WORKER_OF: Readonly<Record<string, Worker>> = {
  'job.ingestion': 'media',
  'job.transcription': 'media',
  'job.order': 'orders',
  'job.order_due': 'orders',
  'job.export': 'exports',
};

interface Due {
  readonly type: string;
  readonly id: string;
  readonly dueAt: number;
}

/** Orders and jobs that are due; events are not counted here. */
const dueIn = (dynamo: InMemoryTable): readonly Due[] =>
  dynamo.items().flatMap(({ pk, sk, type, due_pk, due_at, busy_until, reached }) => {
    const named = type?.S === 'order' ? 'job.order_due' : (sk?.S?.split('#')[1] ?? '');
    if (!due_pk || !WORKER_OF[named]) return [];
    // A job that no worker has is started by the relay at once.
    const isNew = type?.S !== 'order' && !busy_until && !reached;
    return [{ type: named, id: pk?.S ?? '', dueAt: isNew ? 0 : Number(due_at?.N) }];
  });

/** What is spoken in an hour. */
const WORDS: readonly SpokenWord[] = Array.from({ length: MINUTES * WORDS_A_MINUTE }, (_, nth) => {
  const at = (nth * 60) / WORDS_A_MINUTE;
  return [`spk_${Math.floor(nth / 30) % 2}`, nth % 12 === 11 ? 'words.' : 'words', at, at + 0.3];
});
