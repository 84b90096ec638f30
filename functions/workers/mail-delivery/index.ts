import * as v from 'valibot';
import { deliverMails } from '#shared/accounts/mail/commands/deliver-mails';
import { stopDamagingMail } from '#shared/accounts/mail/commands/stop-damaging-mail';
import { type MailComposers, MailDenied, type Mailer } from '#shared/accounts/mail/ports';
import { MAIL_KINDS, type MailJob } from '#shared/accounts/mail/rules/mail';
import { stoppedBy } from '#shared/accounts/mail/rules/mail-reputation';
import { UNSUBSCRIBE_KEY, unsubscribeUrl } from '#shared/accounts/mail/unsubscribe-links';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Sealer } from '#shared/foundation/core/secrets';
import { deploymentKey } from '#shared/foundation/dynamodb/deployment-key';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { type JobHandler, type JobStep, jobWorker } from '#shared/foundation/events/job-worker';
import { queuedJobs } from '#shared/foundation/events/queued-jobs';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { kmsClient, s3Client, sqsClient } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { withMetrics, writeLog } from '#shared/foundation/platform/log';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import { sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import { mailProviders } from '#shared/meetings/companies/mail-providers';
import { serverFromEnvironment } from '#shared/wiring/from-environment';
import { mailComposers } from '#shared/wiring/mail-composers';
import { mailerFromEnvironment } from '#shared/wiring/mailer';
import { worker } from '#shared/wiring/worker';
import { isFeedback, suppressFeedback } from './suppress-feedback.ts';

const WORKER = 'mail-delivery';

const Content: v.GenericSchema<unknown, MailJob> = v.object({
  workspaceId: id('wks'),
  kind: v.picklist(MAIL_KINDS),
  about: v.union([id('mtg'), id('whe'), id('mbr')]),
  occasion: v.string(),
  at: instant,
});

const Cursor = v.object({ tries: v.number() });

interface Dependencies {
  /** Undefined where the deployment sends no mail: jobs then end without any. */
  readonly mailer: Mailer | undefined;
  readonly composers: MailComposers;
  /** Seals and opens `unsubscribe-key`. */
  readonly sealer: Sealer;
  /** Origin of the pages. */
  readonly appUrl: string;
  /** A dimension of the metrics: stages may share an account. */
  readonly stage: string;
  readonly log: typeof writeLog;
}

/** Sends the mail that jobs ask for, and suppresses addresses whose mail bounced or was complained about. */
export function mailDelivery(
  context: CommandContext,
  { mailer, composers, sealer, appUrl, stage, log }: Dependencies,
): JobHandler {
  const key = deploymentKey(UNSUBSCRIBE_KEY, { ...context, sealer });
  const deliver =
    mailer &&
    deliverMails(context, {
      mailer,
      composers,
      unsubscribeUrlOf: unsubscribeUrl({ key, appUrl }),
      mailProviders,
      reportFailure: (mail, error) => log({ worker: WORKER, mail, ...traceOf(error) }, 'ERROR'),
      reportLimited: (mail, limit) => {
        const metrics = { MailLimited: { unit: 'Count', value: 1 } } as const;
        log({ worker: WORKER, mail, limit, ...withMetrics({ stage, at: context.clock.now(), metrics }) });
      },
      reportNotSent: (about, workspaceId) => log({ worker: WORKER, mail: about, workspaceId, outcome: 'stopped' }),
    });
  /** The job fails: its message goes to the dead-letter queue, and an alarm reads this metric at once. */
  const reportDenied = (error: unknown): never => {
    if (error instanceof MailDenied) {
      const metrics = { MailDenied: { unit: 'Count', value: 1 } } as const;
      log({ worker: WORKER, ...traceOf(error), ...withMetrics({ stage, at: context.clock.now(), metrics }) }, 'ERROR');
    }
    throw error;
  };
  const step: JobStep = async ({ content, cursor }) => {
    if (!deliver) return 'done';
    const tries = cursor ? v.parse(Cursor, cursor).tries : 0;
    const progress = await deliver(v.parse(Content, content), tries).catch(reportDenied);
    if (progress === 'done') return 'done';
    const { notBefore } = progress;
    return { cursor: { tries: progress.tries }, ...(notBefore !== undefined && { notBefore }) };
  };
  const countFeedback = stopDamagingMail(context, {
    reportStopped: (workspaceId, reason, among) => {
      const metrics = { MailStopped: { unit: 'Count', value: 1 } } as const;
      const line = { worker: WORKER, workspaceId, reason, stops: stoppedBy(among) };
      log({ ...line, ...withMetrics({ stage, at: context.clock.now(), metrics }) }, 'WARN');
    },
  });
  const work = jobWorker(context, { steps: { 'job.mail': step }, worker: WORKER, log });
  return (event, invocation, requeue) =>
    isFeedback(event) ? suppressFeedback(context, event, countFeedback) : work(event, invocation, requeue);
}

export const handler = worker((context) => {
  const sealer = kmsSealer(kmsClient(), requiredEnv('keyId'));
  const appUrl = requiredEnv('appUrl');
  const files = s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock);
  const origins = { appUrl, baseUrl: requiredEnv('baseUrl'), zone: serverFromEnvironment().zone };
  return queuedJobs(context, {
    work: mailDelivery(context, {
      mailer: mailerFromEnvironment(context.table),
      composers: mailComposers(context, { ...origins, sealer, files }),
      sealer,
      appUrl,
      stage: requiredEnv('stage'),
      log: writeLog,
    }),
    queue: sqsQueue(sqsClient(), requiredEnv('jobQueueUrl')),
    visibility: sqsVisibility(sqsClient(), [requiredEnv('jobQueueUrl')]),
    worker: WORKER,
    log: writeLog,
  });
});
