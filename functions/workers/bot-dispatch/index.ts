import { processDueBot } from '#shared/bots/commands/process-due-bot';
import type { CommandContext } from '#shared/commands/context';
import type { Pace } from '#shared/core/clock';
import type { Queue } from '#shared/events/ports/queue';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { s3Client, sqsClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { sqsQueue } from '#shared/platform/sqs-queue';
import type { Recorder } from '#shared/recorders/ports/recorder';
import { paceGiven } from '#shared/wiring/pace';
import { recorderGiven } from '#shared/wiring/recorder';
import { worker } from '#shared/wiring/worker';
import { type BotMessage, dispatchBots } from './dispatch-bots.ts';

interface Dependencies {
  readonly recorder: Recorder;
  readonly queue: Queue<BotMessage>;
  readonly pace: Pace;
  readonly note: typeof writeLog;
}

export const botDispatch = (context: CommandContext, { recorder, queue, pace, note }: Dependencies) =>
  dispatchBots({ process: processDueBot({ ...context, recorder, pace }), queue, clock: context.clock, log: note });

export const handler = worker((context) => {
  const files = s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock);
  return botDispatch(context, {
    recorder: recorderGiven(context, files, __dirname),
    queue: sqsQueue(sqsClient(), requiredEnv('botQueueUrl')),
    pace: paceGiven(),
    note: writeLog,
  });
});
