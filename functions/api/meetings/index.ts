import { aliasesServedBy } from '#shared/api/http/aliases';
import { apiGroup } from '#shared/api/http/api-group';
import { endpoint, ok } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { getBot, sendBot } from '#shared/capture/bots/api';
import type { MeetingId } from '#shared/foundation/core/ids';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { s3Client } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { updateMeeting } from '#shared/meetings/meetings/commands/update-meeting';
import { getMeetingContract, updateMeetingContract } from '#shared/meetings/meetings/contract';
import { presentMeeting } from '#shared/meetings/meetings/present';
import { meetings as stored } from '#shared/meetings/meetings/store';
import type { RecorderContext } from '#shared/meetings/recorders/registry/ports';
import { withLimitedLinks } from '#shared/texts/downloads/limited-links';
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

export const meetings = (context: WithFiles & RecorderContext) =>
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
