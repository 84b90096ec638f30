import { sendBot as send } from '#shared/bots/commands/send-bot';
import { getBot } from '#shared/bots/endpoints/get-bot';
import { sendBot } from '#shared/bots/endpoints/send-bot';
import { botStore } from '#shared/bots/store';
import { brandKitStore } from '#shared/brand-kits/store';
import type { MeetingId } from '#shared/core/ids';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { aliasesServedBy } from '#shared/http/aliases';
import { apiGroup } from '#shared/http/api-group';
import { endpoint, ok } from '#shared/http/endpoint';
import type { AppContext } from '#shared/http/ports/app-context';
import { updateMeeting } from '#shared/meetings/commands/update-meeting';
import { getMeetingContract, updateMeetingContract } from '#shared/meetings/contract';
import { presentMeeting } from '#shared/meetings/present';
import { meetingStore, meetings as stored } from '#shared/meetings/store';
import { memberStore } from '#shared/members/store';
import { given } from '#shared/platform/environment';
import { s3Client } from '#shared/platform/s3-client';
import { settingsStore } from '#shared/settings/store';
import { summaryTemplateStore } from '#shared/summaries/store';
import { served } from '#shared/wiring/in-the-cloud';
import { getResults, type WithFiles } from './get-results.ts';
import { listMeetings } from './list-meetings.ts';
import { overrideSettings } from './override-settings.ts';

interface Named {
  readonly params: { readonly id: MeetingId };
  readonly context: AppContext;
}

const find = ({ context, params }: Named) => stored.find(context.table, params.id);

const get = endpoint(getMeetingContract, {
  resource: find,
  run: async ({ resource }) => resource.state,
  reply: (meeting, { now }) => ok(presentMeeting(meeting, { now, withSettings: true })),
});

const update = endpoint(updateMeetingContract, {
  resource: find,
  run: ({ context, resource, body }) => updateMeeting(context)(resource.state.id, body.metadata),
  reply: (meeting, { now }) => ok(presentMeeting(meeting, { now, withSettings: true })),
});

export function meetings(context: WithFiles) {
  const needs = {
    ...context,
    meetings: meetingStore(context.table),
    bots: botStore(context.table),
    kits: brandKitStore(context.table),
    settings: settingsStore(context.table),
    members: memberStore(context.table),
    templates: summaryTemplateStore(context.table),
  };
  const deprecated = aliasesServedBy('meetings', sendBot({ ...needs, send: send(needs) }), getBot(needs));
  return apiGroup(
    context,
    listMeetings,
    ...deprecated,
    get,
    getResults,
    update,
    overrideSettings,
  );
}

export const handler = served((context) =>
  meetings({ ...context, files: s3FileStorage(s3Client(), given('filesBucket'), context.clock) }),
);
