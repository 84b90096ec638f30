import { workOnBot } from '#shared/bots/commands/work-on-bot';
import { botStore } from '#shared/bots/store';
import { brandKitStore } from '#shared/brand-kits/store';
import type { CommandContext } from '#shared/commands/context';
import type { Pace } from '#shared/core/clock';
import type { Queue } from '#shared/events/ports/queue';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { meetingStore } from '#shared/meetings/store';
import { memberStore } from '#shared/members/store';
import { s3Client, sqsClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { sqsQueue } from '#shared/platform/sqs-queue';
import type { Recorder } from '#shared/recorders/ports/recorder';
import { settingsStore } from '#shared/settings/store';
import { paceGiven } from '#shared/wiring/pace';
import { recorderGiven } from '#shared/wiring/recorder';
import { worker } from '#shared/wiring/worker';
import { workspaceStore } from '#shared/workspaces/store';
import { type BotMessage, dispatchBots } from './dispatch-bots.ts';

interface Players {
  readonly recorder: Recorder;
  readonly queue: Queue<BotMessage>;
  readonly pace: Pace;
  readonly note: typeof writeLog;
}

export function botDispatch(context: CommandContext, { recorder, queue, pace, note }: Players) {
  const { table, clock } = context;
  const work = workOnBot({
    ...context,
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

export const handler = worker((context) => {
  const files = s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock);
  return botDispatch(context, {
    recorder: recorderGiven(context, files, __dirname),
    queue: sqsQueue(sqsClient(), requiredEnv('botQueueUrl')),
    pace: paceGiven(),
    note: writeLog,
  });
});
