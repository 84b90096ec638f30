import { workOnBot } from '#shared/commands/bots/work-on-bot';
import { s3Client, sqsClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import type { Pace } from '#shared/ports/clock';
import type { Queue } from '#shared/ports/queue';
import type { Recorder } from '#shared/ports/recorder';
import { s3FileStorage } from '#shared/providers/s3-file-storage';
import { sqsQueue } from '#shared/providers/sqs-queue';
import { botStore } from '#shared/storage/bots';
import { brandKitStore } from '#shared/storage/brand-kits';
import { meetingStore } from '#shared/storage/meetings';
import { memberStore } from '#shared/storage/members';
import { settingsStore } from '#shared/storage/settings';
import { workspaceStore } from '#shared/storage/workspaces';
import { paceGiven } from '#shared/wiring/pace';
import { recorderGiven } from '#shared/wiring/recorder';
import { worker } from '#shared/wiring/worker';
import type { Workshop } from '#shared/wiring/workshop';
import { type BotMessage, dispatchBots } from './dispatch-bots.ts';

interface Players {
  readonly recorder: Recorder;
  readonly queue: Queue<BotMessage>;
  readonly pace: Pace;
  readonly note: typeof writeLog;
}

export function botDispatch(around: Workshop, { recorder, queue, pace, note }: Players) {
  const { table, clock } = around;
  const work = workOnBot({
    ...around,
    bots: botStore(table),
    meetings: meetingStore(table),
    members: memberStore(table),
    workspaces: workspaceStore(table),
    kits: brandKitStore(table),
    settings: settingsStore(table),
    recorder,
    pace,
  });
  return dispatchBots({ work, queue, clock, log: note });
}

export const handler = worker((around) => {
  const files = s3FileStorage(s3Client(), requiredEnv('filesBucket'), around.clock);
  return botDispatch(around, {
    recorder: recorderGiven(around, files, __dirname),
    queue: sqsQueue(sqsClient(), requiredEnv('botQueueUrl')),
    pace: paceGiven(),
    note: writeLog,
  });
});
