import { sendBot as send } from '#shared/bots/commands/send-bot';
import { getBotAsMeetingContract, sendBotToMeetingContract } from '#shared/bots/contract';
import { getBot } from '#shared/bots/endpoints/get-bot';
import { sendBot } from '#shared/bots/endpoints/send-bot';
import { botStore } from '#shared/bots/store';
import { brandKitStore } from '#shared/brand-kits/store';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { apiGroup } from '#shared/http/api-group';
import { servedAs } from '#shared/http/deprecated';
import { chooseForMeeting as choose } from '#shared/meetings/commands/choose-for-meeting';
import { labelMeeting as label } from '#shared/meetings/commands/label-meeting';
import { meetingStore } from '#shared/meetings/store';
import { memberStore } from '#shared/members/store';
import { given } from '#shared/platform/environment';
import { s3Client } from '#shared/platform/s3-client';
import { resultsInFiles } from '#shared/results/results-in-files';
import { settingsStore } from '#shared/settings/store';
import { summaryTemplateStore } from '#shared/summaries/store';
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
  meetings({ ...around, files: s3FileStorage(s3Client(), given('filesBucket'), around.clock) }),
);
