import { apiGroup } from '#shared/api/api-group';
import { getBotAsMeetingContract, sendBotToMeetingContract } from '#shared/api/contracts/bots';
import { servedAs } from '#shared/api/deprecated';
import { sendBot as send } from '#shared/commands/bots/send-bot';
import { chooseForMeeting as choose } from '#shared/commands/meetings/choose-for-meeting';
import { labelMeeting as label } from '#shared/commands/meetings/label-meeting';
import { getBot } from '#shared/endpoints/bots/get-bot';
import { sendBot } from '#shared/endpoints/bots/send-bot';
import { s3Client } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import type { FileStorage } from '#shared/ports/file-storage';
import { resultsInFiles } from '#shared/providers/results-in-files';
import { s3FileStorage } from '#shared/providers/s3-file-storage';
import { botStore } from '#shared/storage/bots';
import { brandKitStore } from '#shared/storage/brand-kits';
import { meetingStore } from '#shared/storage/meetings';
import { memberStore } from '#shared/storage/members';
import { settingsStore } from '#shared/storage/settings';
import { summaryTemplateStore } from '#shared/storage/summary-templates';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { chooseForMeeting } from './choose-for-meeting.ts';
import { getMeeting } from './get-meeting.ts';
import { getResults } from './get-results.ts';
import { labelMeeting } from './label-meeting.ts';
import { listMeetings } from './list-meetings.ts';

export function meetings(around: Surroundings & { readonly files: FileStorage }) {
  const needs = {
    ...around,
    meetings: meetingStore(around.table),
    bots: botStore(around.table),
    kits: brandKitStore(around.table),
    settings: settingsStore(around.table),
    members: memberStore(around.table),
    templates: summaryTemplateStore(around.table),
  };
  return apiGroup(
    around.edge,
    listMeetings(needs),
    servedAs(sendBotToMeetingContract, sendBot({ ...needs, send: send(needs) })),
    getMeeting(needs),
    servedAs(getBotAsMeetingContract, getBot(needs)),
    getResults({ ...needs, results: resultsInFiles(around.files) }),
    labelMeeting({ ...needs, label: label(needs) }),
    chooseForMeeting({ ...needs, choose: choose(needs) }),
  );
}

export const handler = served((around) =>
  meetings({ ...around, files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), around.clock) }),
);
