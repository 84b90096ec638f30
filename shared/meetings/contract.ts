import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import {
  emailField,
  idField,
  idParams,
  instantField,
  metadataField,
  none,
  pageQuery,
  rule,
  workspaceField,
} from '#shared/http/fields';
import { listOf } from '#shared/http/response/wire';
import { MeetingBody } from '#shared/meetings/present';
import { MeetingResultsBody, TranscriptAloneBody } from '#shared/results/bodies';
import { choiceEntries, choicesIn } from '#shared/settings/choice-fields';

const group = 'meetings';

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

type MeetingsQuery = v.InferOutput<typeof MeetingsFilter>;

export const listMeetingsContract = contract({
  method: 'GET',
  path: '/meetings',
  group,
  summary: 'List meetings',
  description:
    'Latest start first; cancelled meetings only with `phase=cancelled`. With `updated_after`, latest change first.',
  params: none,
  query: v.pipe(
    MeetingsFilter,
    rule<MeetingsQuery>(
      'updated_after',
      '[bad_request] takes no starts_after, starts_before or member_id beside it.',
      (query) =>
        query.updated_after === undefined ||
        (query.starts_after === undefined && query.starts_before === undefined && query.member_id === undefined),
    ),
  ),
  body: undefined,
  answers: { 200: { description: 'A page of meetings.', schema: listOf(MeetingBody) } },
  refusals: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getMeetingContract = contract({
  method: 'GET',
  path: '/meetings/{id}',
  group,
  summary: 'Read a meeting',
  description:
    'Its schedule, its people, the settings in effect with the reason of each, every bot that was sent, and how far its results are. Their content is read from `/meetings/{id}/results`. With the id of a bot it still is what `GET /bots/{id}` is, which is deprecated.',
  params: idParams('mtg'),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The meeting with its settings.', schema: MeetingBody } },
  refusals: { 404: ['not_found'] },
});

export const labelMeetingContract = contract({
  method: 'PATCH',
  path: '/meetings/{id}',
  group,
  summary: "Write a meeting's metadata",
  description:
    'Sent keys are added or overwritten, others kept; an empty string removes its key; the empty string as the whole removes every key.',
  params: idParams('mtg'),
  query: none,
  body: v.strictObject({ metadata: metadataField }),
  unknownFieldsAre: 'malformed',
  example: { metadata: { crm_id: '4711', stage: '' } },
  answers: { 200: { description: 'The meeting.', schema: MeetingBody } },
  refusals: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: ['invalid', 'invalid_type', 'invalid_format', 'too_long'],
  },
});

export const chooseForMeetingContract = contract({
  method: 'PATCH',
  path: '/meetings/{id}/settings',
  group,
  choices: 'settings',
  summary: "Change a meeting's own settings",
  description:
    'Only the fields sent are written, at any depth; null takes a choice back, and so does `recording.enabled: "inherit"`. What the meeting chooses wins over its members and its workspace. A bot comes or is cancelled with it. `recording.enabled` can be chosen for a meeting in somebody\'s calendar alone: a bot sent by hand ends with `DELETE /bots/{id}`. A brand kit is for workspaces alone.',
  params: idParams('mtg'),
  query: none,
  body: v.pipe(
    v.strictObject(choiceEntries),
    v.transform((groups) => choicesIn(groups)),
  ),
  example: { recording: { enabled: true, methods: { bot: { mode: 'audio_only' } } } },
  answers: { 200: { description: 'The meeting with its settings.', schema: MeetingBody } },
  refusals: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict', 'meeting_live', 'meeting_not_upcoming', 'no_calendar_event'],
    422: ['invalid', 'invalid_type', 'unknown_field', 'not_supported', 'unusable_setting'],
  },
});

export const getResultsContract = contract({
  method: 'GET',
  path: '/meetings/{id}/results',
  group,
  summary: "Read a meeting's results",
  description:
    'Transcript, speakers, summary and media, whatever their status. `format` answers the transcript alone. Words come only with `include=words`, and segments over 4 MB are left to `url`. Links to media live one hour.',
  params: idParams('mtg'),
  query: v.strictObject({
    include: v.optional(v.picklist(['words'])),
    format: v.optional(v.picklist(['json', 'txt', 'vtt', 'srt'])),
  }),
  body: undefined,
  answers: {
    200: {
      description: 'The results as far as there are any.',
      schema: v.variant('object', [MeetingResultsBody, TranscriptAloneBody]),
      alsoText: ['text/plain', 'text/vtt', 'application/x-subrip'],
    },
  },
  refusals: { 404: ['not_found'] },
});
