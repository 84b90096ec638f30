import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import {
  alsoDocumented,
  documented,
  emailField,
  idField,
  idParams,
  instantField,
  metadataField,
  pageQuery,
  rule,
  workspaceField,
} from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import { LiveTranscriptBody } from '#shared/meetings/live-transcripts/bodies';
import { ListedMeetingBody, MeetingBody } from '#shared/meetings/meetings/present';
import { MeetingResultsBody, TranscriptAloneBody } from '#shared/meetings/results/bodies';
import { settingEntries, settingsIn } from '#shared/meetings/settings/setting-fields';

const group = 'meetings';

/** The id of a segment of a live transcript. */
const segmentIdField = documented(
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, '[bad_request] must be the id of a segment.'), v.transform(Number)),
  {
    type: 'integer',
    minimum: 0,
    maximum: 999_999_999_999_999,
    description: 'The id of the last segment that was received: the live transcript goes on after it.',
  },
) as v.GenericSchema<string, number>;

const MeetingsFilter = v.strictObject({
  workspace_id: workspaceField,
  phase: v.optional(v.picklist(['upcoming', 'live', 'past', 'cancelled'])),
  starts_after: v.optional(instantField),
  starts_before: v.optional(instantField),
  updated_after: v.optional(instantField),
  member_id: v.optional(idField('mem')),
  source: v.optional(v.picklist(['calendar_connection', 'calendar_sync', 'bot'])),
  platform: v.optional(v.picklist(['meet', 'zoom', 'teams'])),
  participant_email: v.optional(emailField),
  include: v.optional(v.picklist(['settings'])),
  ...pageQuery,
});

export type MeetingsQuery = v.InferOutput<typeof MeetingsFilter>;

export const listMeetingsContract = contract({
  method: 'GET',
  path: '/meetings',
  group,
  access: 'read',
  summary: 'List meetings',
  description:
    'Latest start first. Cancelled meetings are listed only with `phase=cancelled`. With `updated_after`, the latest change comes first.',
  query: v.pipe(
    MeetingsFilter,
    rule<MeetingsQuery>(
      'updated_after',
      '[bad_request] cannot be combined with starts_after, starts_before or member_id.',
      (query) =>
        query.updated_after === undefined ||
        (query.starts_after === undefined && query.starts_before === undefined && query.member_id === undefined),
    ),
  ),
  responses: {
    200: { description: 'A page of meetings.', schema: v.pipe(listOf(ListedMeetingBody), v.title('MeetingList')) },
  },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getMeetingContract = contract({
  method: 'GET',
  path: '/meetings/{id}',
  group,
  access: 'read',
  summary: 'Read a meeting',
  description:
    'Its schedule, people, effective settings with the reason of each value, bots and the status of its results. Read the content of the results with `GET /meetings/{id}/results`. With the id of a bot, this path answers like `GET /bots/{id}`, which is deprecated.',
  params: idParams('mtg'),
  responses: { 200: { description: 'The meeting with its settings.', schema: MeetingBody } },
  errors: { 404: ['not_found'] },
});

export const updateMeetingContract = contract({
  method: 'PATCH',
  path: '/meetings/{id}',
  group,
  access: 'administer',
  summary: "Write a meeting's metadata",
  description:
    'Keys that are sent are added or overwritten; other keys are kept. An empty string as a value removes its key. An empty string as the whole `metadata` removes every key.',
  params: idParams('mtg'),
  body: v.strictObject({ metadata: metadataField }),
  unknownFieldsAre: 'malformed',
  example: { metadata: { crm_id: '4711', stage: '' } },
  responses: { 200: { description: 'The meeting.', schema: MeetingBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: ['invalid', 'invalid_type', 'invalid_format', 'too_long'],
  },
});

export const getLiveTranscriptContract = contract({
  method: 'GET',
  path: '/meetings/{id}/live',
  group,
  access: 'read',
  summary: 'Read what is said while it is said',
  description:
    'The address of a WebSocket that sends the live transcript of a meeting: the last 200 segments, then what is said from then on, until the recording ends. The ticket in it lets one connection in, within a minute. A connection that ended goes on with a new address: `after` is the id of the last segment that was received. 409 `conflict` while no bot of the meeting is joining or in the call.',
  params: idParams('mtg'),
  query: v.strictObject({ after: v.optional(segmentIdField) }),
  responses: { 200: { description: 'The address, for one connection.', schema: LiveTranscriptBody } },
  errors: { 400: ['bad_request'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});

export const deleteMeetingContract = contract({
  method: 'DELETE',
  path: '/meetings/{id}',
  group,
  access: 'administer',
  audits: 'meeting.deleted',
  summary: 'Delete a meeting',
  description:
    'Deletes a meeting that is over or cancelled for good: its results as `DELETE /meetings/{id}/results` does, its bots, the calendar events of its members, its metadata and its own settings. `meeting.updated` is sent once more, with `results.removed_at`. A calendar that still has the occurrence makes a new meeting of it, without recordings. 409 under a legal hold, while a bot is not finished, while results are being processed, and while the meeting is upcoming on a calendar.',
  params: idParams('mtg'),
  responses: { 200: { description: 'The meeting as it was.', schema: MeetingBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});

export const overrideSettingsContract = contract({
  method: 'PATCH',
  path: '/meetings/{id}/settings',
  group,
  access: 'participate',
  audits: 'meeting.settings_updated',
  choices: 'settings',
  summary: "Change a meeting's own settings",
  description:
    'Only the fields sent are written, at any depth. null removes a value, and so does `recording.enabled: "inherit"`. The settings of a meeting win over those of its members and its workspace. Its bot is scheduled or cancelled accordingly. `recording.enabled` can be set only for a meeting on a calendar: cancel a bot sent with `POST /bots` with `DELETE /bots/{id}`. A brand kit can be set for a workspace only.',
  params: idParams('mtg'),
  body: v.pipe(
    v.strictObject(settingEntries),
    v.transform((groups) => settingsIn(groups)),
  ),
  example: { recording: { enabled: true, methods: { bot: { mode: 'audio_only' } } } },
  responses: { 200: { description: 'The meeting with its settings.', schema: MeetingBody } },
  errors: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict', 'meeting_live', 'meeting_not_upcoming', 'no_calendar_event'],
    422: ['invalid', 'invalid_type', 'unknown_field', 'not_supported', 'unusable_setting'],
    429: ['rate_limited'],
  },
});

export const holdMeetingContract = contract({
  method: 'POST',
  path: '/meetings/{id}/hold',
  group,
  access: 'administer',
  audits: 'meeting.held',
  summary: 'Put a meeting under legal hold',
  description:
    'Nothing of the meeting is removed while `held_at` is set: its deletion and that of its results are 409 `conflict`, and retention passes over it. A meeting that is held already keeps its `held_at`. Calendars, bots and corrections go on as before.',
  params: idParams('mtg'),
  responses: { 200: { description: 'The meeting, with `held_at`.', schema: MeetingBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});

export const releaseMeetingContract = contract({
  method: 'DELETE',
  path: '/meetings/{id}/hold',
  group,
  access: 'administer',
  audits: 'meeting.released',
  summary: 'End the legal hold of a meeting',
  description: 'A meeting that is not held stays as it is.',
  params: idParams('mtg'),
  responses: { 200: { description: 'The meeting, with `held_at` null.', schema: MeetingBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});

export const removeResultsContract = contract({
  method: 'DELETE',
  path: '/meetings/{id}/results',
  group,
  access: 'administer',
  audits: 'meeting.results_removed',
  summary: "Remove a meeting's results",
  description:
    'Removes transcript, speakers, summary and media of all its bots for good, at the recorder as well. Its conversation is deleted, and exports that hold it expire. The meeting stays, with `results.removed_at`, and `meeting.updated` is sent. Where there are no results, nothing changes. 409 under a legal hold, while a bot records, and while results are being processed.',
  params: idParams('mtg'),
  responses: { 200: { description: 'The results, which are gone.', schema: MeetingResultsBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});

export const getResultsContract = contract({
  method: 'GET',
  path: '/meetings/{id}/results',
  group,
  access: 'read',
  summary: "Read a meeting's results",
  description:
    'Transcript, speakers, summary and media, whatever their status. `format` returns the transcript alone. Words are included only with `include=words`. Segments larger than 4 MB are left out: read them from `url`. A text that no response can hold is 422 `too_long`. Media links are valid for one hour.',
  params: idParams('mtg'),
  query: v.strictObject({
    include: v.optional(v.picklist(['words'])),
    format: v.optional(
      alsoDocumented(v.picklist(['json', 'txt', 'vtt', 'srt']), {
        description: 'Returns the transcript alone, in this format.',
      }),
    ),
  }),
  responses: {
    200: {
      description: 'The results that exist so far.',
      schema: v.variant('object', [MeetingResultsBody, TranscriptAloneBody]),
      alsoText: ['text/plain', 'text/vtt', 'application/x-subrip'],
    },
  },
  errors: { 404: ['not_found'], 422: ['too_long'], 429: ['rate_limited'] },
});
