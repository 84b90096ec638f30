import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { alsoDocumented, alsoRequired, idField, idParams, rule, textField } from '#shared/foundation/http/fields';
import { LONGEST_NAME } from '#shared/texts/conversations/rules/conversation';
import { ExportBody } from '#shared/texts/exports/present';
import {
  CUE_FORMATS,
  EXPORT_FORMATS,
  MOST_AUDIO_SECONDS,
  MOST_CONVERSATIONS,
  MOST_WAITING,
} from '#shared/texts/exports/rules/export';
import type { TextOptions } from '#shared/texts/exports/rules/passages';

const group = 'exports';

const conversationIds = v.optional(
  v.pipe(
    v.array(idField('con')),
    v.minLength(1, '[blank] names no conversation.'),
    v.maxLength(MOST_CONVERSATIONS, `[too_long] has more than ${MOST_CONVERSATIONS} conversations.`),
  ),
);

const seconds = v.pipe(
  v.number(),
  v.integer('[invalid] must be a whole number of seconds.'),
  v.minValue(5, '[invalid] must be at least 5 seconds.'),
  v.maxValue(60, '[invalid] must be at most 60 seconds.'),
);

const flag = (byDefault: boolean) => v.optional(v.boolean(), byDefault);

const fields = v.strictObject({
  conversation_ids: conversationIds,
  transcription_ids: conversationIds,
  format: v.picklist(EXPORT_FORMATS),
  show_timestamps: flag(true),
  timestamps_frequency: v.optional(v.nullable(seconds), null),
  show_speakers: flag(true),
  show_comments: flag(false),
  show_highlights: flag(false),
  show_highlights_only: flag(false),
  style_guide_id: v.optional(v.nullable(idField('sty'))),
  file_name: v.optional(
    v.nullable(
      v.pipe(
        textField(LONGEST_NAME),
        v.check((name) => name.trim() !== '', '[blank] must not be blank.'),
      ) as v.GenericSchema<string, string>,
    ),
    null,
  ),
});

type Fields = v.InferOutput<typeof fields>;

const absentFrom = ({ conversation_ids, transcription_ids }: Partial<Fields>) =>
  conversation_ids === undefined && transcription_ids === undefined ? (['conversation_ids'] as const) : [];

export const createExportContract = contract({
  method: 'POST',
  path: '/exports',
  group,
  access: 'participate',
  audits: 'export.created',
  summary: 'Export conversations',
  description: `Writes files in the background; read the export until its \`state\` is \`ready\`, or wait for the event \`export.ready\`. One conversation is one file, several are a ZIP. \`transcription_ids\` is the older name of \`conversation_ids\`. All are of one workspace, have a text (409), and hold at most ${MOST_AUDIO_SECONDS / 3600} hours of audio together (422). While ${MOST_WAITING} exports of the workspace wait for the limit of long PDFs, a \`pdf\` is 409. \`mp3\` and \`mp4\` are the recording itself, of one conversation, where it has that form (422). \`style_guide_id\` is for subtitles, in the formats ${CUE_FORMATS.join(', ')}. Conversations of \`kind\` \`subtitles\` keep their cues unless it is sent.`,
  body: alsoDocumented(
    v.pipe(
      fields,
      alsoRequired<Fields>(absentFrom),
      rule<Fields>(
        'transcription_ids',
        '[invalid] must not be sent beside conversation_ids.',
        (sent) => sent.conversation_ids === undefined || sent.transcription_ids === undefined,
      ),
    ),
    { anyOf: [{ required: ['conversation_ids'] }, { required: ['transcription_ids'] }] },
  ),
  example: { conversation_ids: ['con_01kcw3v9e2f3hb5wnkq8zr6m4t'], format: 'txt' },
  responses: { 201: { description: 'The export.', schema: ExportBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    409: ['conflict'],
    422: ['blank', 'inclusion', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
    429: ['rate_limited'],
  },
});

export const getExportContract = contract({
  method: 'GET',
  path: '/exports/{id}',
  group,
  access: 'read',
  summary: 'Read an export',
  description:
    'While the export is `ready`, each read answers a new `download_link`, which is valid for an hour, and no longer than the export.',
  params: idParams('exp'),
  responses: { 200: { description: 'The export.', schema: ExportBody } },
  errors: { 404: ['not_found'], 429: ['rate_limited'] },
});

/** How texts are written, as a request says. */
export const textOptionsIn = (body: v.InferOutput<typeof createExportContract.body>): TextOptions => ({
  showTimestamps: body.show_timestamps,
  timestampsEverySeconds: body.timestamps_frequency,
  showSpeakers: body.show_speakers,
});
