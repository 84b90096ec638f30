import { join } from 'node:path';
import * as v from 'valibot';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Sealer } from '#shared/foundation/core/secrets';
import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { id } from '#shared/foundation/dynamodb/row-parts';
import { type JobHandler, type JobStep, jobWorker, type StepDurations } from '#shared/foundation/events/job-worker';
import { queuedJobs } from '#shared/foundation/events/queued-jobs';
import type { FileStorage } from '#shared/foundation/files/ports';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { s3MultipartStorage } from '#shared/foundation/files/s3-multipart-storage';
import { separateMediaReader } from '#shared/foundation/media/reader/separate-media-reader';
import { kmsClient, mediaFilesClient, s3Client, sqsClient } from '#shared/foundation/platform/aws-clients';
import { envOr, requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { writeLog } from '#shared/foundation/platform/log';
import { sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import type { Transcriber } from '#shared/meetings/recorders/ports';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { termsInFiles } from '#shared/texts/glossaries/terms-in-files';
import type { IngestionContext } from '#shared/texts/ingestions/ports';
import { s3StoredMedia } from '#shared/texts/ingestions/s3-stored-media';
import { ingestStep } from '#shared/texts/orders/commands/ingest-order';
import { transcribeStep } from '#shared/texts/orders/commands/transcribe-operation';
import { enginePlaces } from '#shared/texts/orders/engine-places-store';
import { IngestionContent, OperationContent } from '#shared/texts/orders/job-contents';
import type { EnginePlaces } from '#shared/texts/orders/ports';
import { slicesInFiles } from '#shared/texts/orders/slices-in-files';
import { checkUpload } from '#shared/texts/uploads/commands/check-upload';
import { resolveName } from '#shared/webhooks/addresses/resolve-name';
import { fileAtUrl } from '#shared/wiring/file-at-url';
import { modelServersFromEnvironment } from '#shared/wiring/model-servers';
import { speechFromEnvironment } from '#shared/wiring/speech';
import { worker } from '#shared/wiring/worker';
import { StoredIngestion, StoredTranscription } from './stored-cursors.ts';

interface Dependencies {
  readonly transcriber: Transcriber;
  readonly places: EnginePlaces;
  readonly files: FileStorage;
  readonly ingestion: IngestionContext;
  /** Ingestions that may hold a worker for longer than a turn at a time, in the deployment. */
  readonly mostLongIngestions: number;
  readonly sealer: Pick<Sealer, 'open'>;
  readonly log: typeof writeLog;
}

/** A speech server takes up to four minutes for a piece, after half a minute of other pieces and before what is stored. */
const LONG: StepDurations = { leaseMs: 6 * MINUTE_MS, minTimeLeftMs: 5 * MINUTE_MS + 15 * SECOND_MS };

const DueUpload = v.object({ id: id('upl') });

/**
 * The media files of orders, which are copied and read, their texts, which a speech service recognizes, and uploads that are
 * due.
 */
export function mediaProcessing(
  context: CommandContext,
  { transcriber, places, files, ingestion, mostLongIngestions, sealer, log }: Dependencies,
): JobHandler {
  const slices = slicesInFiles(files);
  const ingest = ingestStep({ ...context, ingestion, mostLongIngestions, sealer, slices });
  const transcribe = transcribeStep({
    ...context,
    ...{ transcriber, places, slices },
    results: resultsInFiles(files),
    terms: termsInFiles(files),
  });
  const ingestionStep: JobStep = ({ content, cursor }, lease) =>
    ingest(v.parse(IngestionContent, content), {
      cursor: cursor && v.parse(StoredIngestion, cursor),
      save: (next) => lease.save(next),
      timeLeft: () => lease.timeLeft(),
    });
  const transcriptionStep: JobStep = ({ content, cursor }, lease) =>
    transcribe(v.parse(OperationContent, content), {
      cursor: cursor && v.parse(StoredTranscription, cursor),
      save: (next) => lease.save(next),
    });
  const steps = { 'job.ingestion': ingestionStep, 'job.transcription': transcriptionStep };
  const check = checkUpload({ ...context, files, media: ingestion.media });
  const work = jobWorker(context, { steps, worker: 'media-processing', log, times: LONG });
  return async (event, invocation, requeue) => {
    if (event['detail-type'] !== 'job.upload_due') return work(event, invocation, requeue);
    await check(v.parse(DueUpload, event.detail).id);
    return 'done';
  };
}

export const handler = worker((context) => {
  const bucket = requiredEnv('filesBucket');
  const files = s3FileStorage(s3Client(), bucket, context.clock);
  const uploads = s3MultipartStorage(mediaFilesClient(), bucket);
  const work = mediaProcessing(context, {
    transcriber: speechFromEnvironment({
      servers: modelServersFromEnvironment(context),
      clock: context.clock,
      files,
      uploads,
    }),
    places: enginePlaces(context),
    files,
    ingestion: {
      clock: context.clock,
      files,
      uploads,
      media: s3StoredMedia(mediaFilesClient(), bucket),
      fileAt: fileAtUrl({
        lookUp: resolveName,
        baseUrl: requiredEnv('baseUrl'),
        allowLocalReceivers: envOr('allowLocalReceivers', 'false') === 'true',
      }),
      readMedia: separateMediaReader(join(__dirname, 'media-process.js')),
    },
    mostLongIngestions: Number(requiredEnv('longIngestions')),
    sealer: kmsSealer(kmsClient(), requiredEnv('keyId')),
    log: writeLog,
  });
  const url = requiredEnv('jobQueueUrl');
  return queuedJobs(context, {
    work,
    queue: sqsQueue(sqsClient(), url),
    visibility: sqsVisibility(sqsClient(), [url]),
    isLong: true,
    worker: 'media-processing',
    log: writeLog,
  });
});
