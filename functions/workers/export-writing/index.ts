import { join } from 'node:path';
import type { CommandContext } from '#shared/foundation/commands/context';
import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { jobWorker, type StepDurations } from '#shared/foundation/events/job-worker';
import { queuedJobs } from '#shared/foundation/events/queued-jobs';
import type { FileStorage } from '#shared/foundation/files/ports';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { s3Client, sqsClient } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { writeLog } from '#shared/foundation/platform/log';
import { sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import { type FontSource, fontsIn } from '#shared/texts/exports/formats/pdf/font-source';
import { worker } from '#shared/wiring/worker';
import { exportStep } from './export-step.ts';

interface Dependencies {
  readonly files: FileStorage;
  /** Of PDF files; they lie beside the function. */
  readonly fonts: FontSource;
  readonly log: typeof writeLog;
}

/** A PDF of the longest text takes over two minutes. A job leaves its invocation to other workspaces after 45 seconds. */
const LONG: StepDurations = { leaseMs: 4 * MINUTE_MS, minTimeLeftMs: 6 * MINUTE_MS + 15 * SECOND_MS };

/** Writes the files of exports, and deletes them when they are over. */
export const exportWriting = (context: CommandContext, { files, fonts, log }: Dependencies) =>
  jobWorker(context, {
    steps: { 'job.export': exportStep({ ...context, files, fonts }) },
    worker: 'export-writing',
    log,
    times: LONG,
  });

export const handler = worker((context) =>
  queuedJobs(context, {
    work: exportWriting(context, {
      files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock),
      fonts: fontsIn(join(__dirname, 'fonts')),
      log: writeLog,
    }),
    queue: sqsQueue(sqsClient(), requiredEnv('jobQueueUrl')),
    visibility: sqsVisibility(sqsClient(), [requiredEnv('jobQueueUrl')]),
    worker: 'export-writing',
    log: writeLog,
  }),
);
