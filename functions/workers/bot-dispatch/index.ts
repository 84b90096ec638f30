import { workOnBot } from '#shared/bots/commands/work-on-bot';
import { botStore } from '#shared/bots/store';
import { brandKitStore } from '#shared/brand-kits/store';
import type { Pace } from '#shared/core/clock';
import type { Queue } from '#shared/events/ports/queue';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { meetingStore } from '#shared/meetings/store';
import { memberStore } from '#shared/members/store';
import { given } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { s3Client } from '#shared/platform/s3-client';
import { sqsClient } from '#shared/platform/sqs-client';
import { sqsQueue } from '#shared/platform/sqs-queue';
import type { Recorder } from '#shared/recorders/ports/recorder';
import { settingsStore } from '#shared/settings/store';
import { paceGiven } from '#shared/wiring/pace';
import { recorderGiven } from '#shared/wiring/recorder';
import { worker } from '#shared/wiring/worker';
import type { Workshop } from '#shared/wiring/workshop';
import { workspaceStore } from '#shared/workspaces/store';
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
  const files = s3FileStorage(s3Client(), given('filesBucket'), around.clock);
  return botDispatch(around, {
    recorder: recorderGiven(around, files, __dirname),
    queue: sqsQueue(sqsClient(), given('botQueueUrl')),
    pace: paceGiven(),
    note: writeLog,
  });
});
