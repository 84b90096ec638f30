import { getBot, sendBot } from '#shared/bots/api';
import type { MeetingId } from '#shared/core/ids';
import { withLimitedLinks } from '#shared/downloads/limited-links';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { aliasesServedBy } from '#shared/http/aliases';
import { apiGroup } from '#shared/http/api-group';
import { endpoint, ok } from '#shared/http/endpoint';
import type { AppContext } from '#shared/http/ports';
import { updateMeeting } from '#shared/meetings/commands/update-meeting';
import { getMeetingContract, updateMeetingContract } from '#shared/meetings/contract';
import { presentMeeting } from '#shared/meetings/present';
import { meetings as stored } from '#shared/meetings/store';
import { s3Client } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { served } from '#shared/wiring/served';
import { deleteMeeting } from './delete-meeting.ts';
import { getLiveTranscript } from './get-live-transcript.ts';
import { getResults, type WithFiles } from './get-results.ts';
import { holdMeeting, releaseMeeting } from './hold-meeting.ts';
import { listMeetings } from './list-meetings.ts';
import { overrideSettings } from './override-settings.ts';
import { removeResults } from './remove-results.ts';

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
  run: ({ context, workspace, resource, body }) =>
    updateMeeting(context)(resource.state.id, body.metadata, workspace.state.endpoints),
  reply: (meeting, { now }) => ok(presentMeeting(meeting, { now, withSettings: true })),
});

export const meetings = (context: WithFiles) =>
  apiGroup(
    withLimitedLinks(context),
    listMeetings,
    ...aliasesServedBy('meetings', sendBot, getBot),
    get,
    getResults,
    getLiveTranscript,
    removeResults,
    holdMeeting,
    releaseMeeting,
    update,
    deleteMeeting,
    overrideSettings,
  );

export const handler = served((context) =>
  meetings({ ...context, files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock) }),
);
