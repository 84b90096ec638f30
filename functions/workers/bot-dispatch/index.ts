import { join } from 'node:path';
import { workOnBot } from '#shared/commands/bots/work-on-bot';
import { given, givenOr } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { s3Client } from '#shared/platform/s3-client';
import { sqsClient } from '#shared/platform/sqs-client';
import type { BotQueue } from '#shared/ports/bot-queue';
import type { Pace } from '#shared/ports/clock';
import type { Recorder } from '#shared/ports/recorder';
import { s3FileStorage } from '#shared/providers/s3-file-storage';
import { meetingsInFolder } from '#shared/providers/simulator/recorded-meeting';
import { simulatorRecorder } from '#shared/providers/simulator/simulator-recorder';
import { sqsBotQueue } from '#shared/providers/sqs-bot-queue';
import { paceOf } from '#shared/providers/system-clock';
import { botStore } from '#shared/storage/bots';
import { meetingStore } from '#shared/storage/meetings';
import { memberStore } from '#shared/storage/members';
import { settingsStore } from '#shared/storage/settings';
import { workspaceStore } from '#shared/storage/workspaces';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { dispatchBots } from './dispatch-bots.ts';

interface Players {
  readonly recorder: Recorder;
  readonly queue: BotQueue;
  readonly pace: Pace;
  readonly note: (entry: Readonly<Record<string, unknown>>) => void;
}

export function botDispatch(around: Surroundings, { recorder, queue, pace, note }: Players) {
  const { table, clock } = around;
  const work = workOnBot({
    ...around,
    bots: botStore(table),
    meetings: meetingStore(table),
    members: memberStore(table),
    workspaces: workspaceStore(table),
    settings: settingsStore(table),
    recorder,
    pace,
  });
  return dispatchBots({ work, queue, clock, log: note });
}

export const handler = served((around) => {
  const files = s3FileStorage(s3Client(), given('filesBucket'), around.clock);
  const pace = paceOf(Number(givenOr('timeScale', '1')));
  const meetings = meetingsInFolder(join(__dirname, 'assets'));
  return botDispatch(around, {
    recorder: simulatorRecorder({ files, clock: around.clock, pace, meetings }),
    queue: sqsBotQueue(sqsClient(), given('botQueueUrl')),
    pace,
    note: writeLog,
  });
});
