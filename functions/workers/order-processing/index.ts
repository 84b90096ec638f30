import * as v from 'valibot';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { PersonHashes } from '#shared/foundation/core/person-hashes';
import { id } from '#shared/foundation/dynamodb/row-parts';
import { type JobHandler, type JobStep, jobWorker } from '#shared/foundation/events/job-worker';
import { queuedJobs } from '#shared/foundation/events/queued-jobs';
import type { FileStorage } from '#shared/foundation/files/ports';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { s3Client, sqsClient } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { writeLog } from '#shared/foundation/platform/log';
import { sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import { strippingResults } from '#shared/lifecycle/erasures/commands/stripping-results';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { emptyTrash } from '#shared/texts/conversations/commands/empty-trash';
import { termsInFiles } from '#shared/texts/glossaries/terms-in-files';
import { processDueOrder } from '#shared/texts/orders/commands/change-order';
import { translateStep } from '#shared/texts/orders/commands/translate-operation';
import { OperationContent, OrderContent } from '#shared/texts/orders/job-contents';
import { slicesInFiles } from '#shared/texts/orders/slices-in-files';
import type { Translator } from '#shared/texts/translation/ports';
import { modelServersFromEnvironment } from '#shared/wiring/model-servers';
import { personHashesFromEnvironment } from '#shared/wiring/person-hashes';
import { translatorFromEnvironment } from '#shared/wiring/translator';
import { worker } from '#shared/wiring/worker';
import { StoredCursor } from './stored-cursor.ts';

interface Dependencies {
  readonly translator: Translator;
  readonly files: FileStorage;
  readonly personHashes: PersonHashes;
  readonly log: typeof writeLog;
}

/** An order is due on its own row, so the notification has the order's id. */
const DueOrder = v.object({ id: id('ord') });

/** A conversation is due at the end of its time in the trash. */
const DueConversation = v.object({ id: id('con') });

/** Orders and conversations that are due, and the operations of orders, one slice of a text a step. */
export function orderProcessing(
  context: CommandContext,
  { translator, files, personHashes, log }: Dependencies,
): JobHandler {
  const processOrder = processDueOrder(context);
  const slices = slicesInFiles(files);
  const empty = emptyTrash(slices)(context);
  const translate = translateStep({
    ...context,
    translator,
    slices,
    results: strippingResults({ ...context, personHashes }, resultsInFiles(files)),
    terms: termsInFiles(files),
  });
  const operation: JobStep = async ({ content, cursor }, lease) => {
    return translate(v.parse(OperationContent, content), {
      cursor: cursor && v.parse(StoredCursor, cursor),
      save: (next) => lease.save(next),
    });
  };
  const order: JobStep = async ({ content }) => {
    await processOrder(v.parse(OrderContent, content).orderId);
    return 'done';
  };
  const steps = { 'job.order': order, 'job.translation': operation };
  const work = jobWorker(context, { steps, worker: 'order-processing', log });
  return async (event, invocation, requeue) => {
    if (event['detail-type'] === 'job.order_due') await processOrder(v.parse(DueOrder, event.detail).id);
    else if (event['detail-type'] === 'job.conversation_due') await empty(v.parse(DueConversation, event.detail).id);
    else return work(event, invocation, requeue);
    return 'done';
  };
}

export const handler = worker((context) =>
  queuedJobs(context, {
    work: orderProcessing(context, {
      translator: translatorFromEnvironment(modelServersFromEnvironment(context)),
      files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock),
      personHashes: personHashesFromEnvironment(context),
      log: writeLog,
    }),
    queue: sqsQueue(sqsClient(), requiredEnv('jobQueueUrl')),
    visibility: sqsVisibility(sqsClient(), [requiredEnv('jobQueueUrl')]),
    worker: 'order-processing',
    log: writeLog,
  }),
);
