import { sendBot as send } from '#shared/bots/commands/send-bot';
import { getBot } from '#shared/bots/endpoints/get-bot';
import { sendBot } from '#shared/bots/endpoints/send-bot';
import { botStore } from '#shared/bots/store';
import { brandKitStore } from '#shared/brand-kits/store';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { aliasesServedBy } from '#shared/http/aliases';
import { apiGroup } from '#shared/http/api-group';
import type { AppContext } from '#shared/http/ports/app-context';
import { chooseForMeeting as choose } from '#shared/meetings/commands/choose-for-meeting';
import { labelMeeting as label } from '#shared/meetings/commands/label-meeting';
import { meetingStore } from '#shared/meetings/store';
import { memberStore } from '#shared/members/store';
import { s3Client } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { resultsInFiles } from '#shared/results/results-in-files';
import { settingsStore } from '#shared/settings/store';
import { summaryTemplateStore } from '#shared/summaries/store';
import { served } from '#shared/wiring/in-the-cloud';
import { chooseForMeeting } from './choose-for-meeting.ts';
import { getMeeting } from './get-meeting.ts';
import { getResults } from './get-results.ts';
import { labelMeeting } from './label-meeting.ts';
import { listMeetings } from './list-meetings.ts';

export function meetings(context: AppContext & { readonly files: FileStorage }) {
  const needs = {
    ...context,
    meetings: meetingStore(context.table),
    bots: botStore(context.table),
    kits: brandKitStore(context.table),
    settings: settingsStore(context.table),
    members: memberStore(context.table),
    templates: summaryTemplateStore(context.table),
  };
  return apiGroup(
    context,
    listMeetings(needs),
    ...aliasesServedBy('meetings', sendBot({ ...needs, send: send(needs) }), getBot(needs)),
    getMeeting(needs),
    getResults({ ...needs, results: resultsInFiles(context.files) }),
    labelMeeting({ ...needs, label: label(needs) }),
    chooseForMeeting({ ...needs, choose: choose(needs) }),
  );
}

export const handler = served((context) =>
  meetings({ ...context, files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock) }),
);
