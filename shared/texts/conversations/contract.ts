import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import {
  alsoDocumented,
  documented,
  idField,
  idParams,
  instantField,
  languageField,
  metadataField,
  pageQuery,
  relayedNameField,
  textField,
  workspaceField,
} from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import { ConversationTranscriptBody } from '#shared/meetings/results/bodies';
import { notBlank, tagField, tagsField } from '#shared/texts/conversations/fields';
import { ConversationBody } from '#shared/texts/conversations/present';
import {
  CONVERSATION_KINDS,
  CONVERSATION_STATES,
  LONGEST_NAME,
  LONGEST_TAG,
  MOST_TAGS,
} from '#shared/texts/conversations/rules/conversation';
import {
  LONGEST_SEGMENT,
  MOST_SEGMENTS,
  MOST_SPEAKERS,
  type NewSegment,
  type SegmentPatch,
} from '#shared/texts/conversations/rules/correct-transcript';
import { folderFilterField } from '#shared/texts/folders/fields';

const group = 'conversations';
/** The paths before conversations had their name. */
const renamed = (path: string) => [{ path: `/transcriptions${path}`, on: '2026-08-31' }];

export const listConversationsContract = contract({
  method: 'GET',
  path: '/conversations',
  group,
  access: 'read',
  aliases: renamed(''),
  summary: 'List conversations',
  description:
    'Newest first. Every text is a conversation: of a meeting, from its first transcript on, silent ones included, and of an order.',
  query: v.strictObject({
    workspace_id: workspaceField,
    meeting_id: v.optional(idField('mtg')),
    folder_id: v.optional(folderFilterField),
    tag: v.optional(tagField),
    state: v.optional(v.picklist(CONVERSATION_STATES)),
    kind: v.optional(v.picklist(CONVERSATION_KINDS)),
    language: v.optional(languageField()),
    created_after: v.optional(instantField),
    created_before: v.optional(instantField),
    deleted: v.optional(v.picklist(['true', 'false']), 'false'),
    ...pageQuery,
  }),
  responses: { 200: { description: 'A page of conversations, newest first.', schema: listOf(ConversationBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getConversationContract = contract({
  method: 'GET',
  path: '/conversations/{id}',
  group,
  access: 'read',
  aliases: renamed('/{id}'),
  summary: 'Read a conversation',
  description: 'Read its text with `GET /conversations/{id}/transcript`.',
  params: idParams('con'),
  responses: { 200: { description: 'The conversation.', schema: ConversationBody } },
  errors: { 404: ['not_found'] },
});

export const updateConversationContract = contract({
  method: 'PATCH',
  path: '/conversations/{id}',
  group,
  access: 'participate',
  aliases: renamed('/{id}'),
  summary: 'Change a conversation',
  description: `Only the fields sent are written. \`name\` has at most ${LONGEST_NAME} characters. \`folder_id\` moves the conversation, null to the root. \`tags\` replaces all: at most ${MOST_TAGS} of at most ${LONGEST_TAG} characters; one that is sent twice is kept once. \`metadata\` is merged. The meeting keeps its own title.`,
  params: idParams('con'),
  body: v.strictObject({
    name: v.optional(notBlank(textField(LONGEST_NAME))),
    folder_id: v.optional(v.nullable(idField('fol'))),
    tags: v.optional(tagsField),
    metadata: v.optional(metadataField),
  }),
  example: { name: 'Renewal with Fabrikam', tags: ['renewal', 'q4'] },
  responses: { 200: { description: 'The conversation.', schema: ConversationBody } },
  errors: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: ['blank', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
    429: ['rate_limited'],
  },
});

export const deleteConversationContract = contract({
  method: 'DELETE',
  path: '/conversations/{id}',
  group,
  access: 'participate',
  audits: 'conversation.deleted',
  aliases: renamed('/{id}'),
  summary: 'Delete a conversation',
  description:
    'Moves it to the trash for 30 days. Every other path answers 404 then, but for `GET /conversations?deleted=true` and `POST /conversations/{id}/restore`. With `permanent=true` it is deleted at once, in the trash or not, and exports that hold it expire. 409 while its order runs, and for the conversation of a meeting, which is deleted with its meeting.',
  params: idParams('con'),
  query: v.strictObject({ permanent: v.optional(v.picklist(['true', 'false']), 'false') }),
  responses: {
    200: { description: 'The conversation: with `deleted_at` where it is in the trash.', schema: ConversationBody },
  },
  errors: {
    ...{ 400: ['bad_request'], 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
    429: ['rate_limited'],
  },
});

export const restoreConversationContract = contract({
  method: 'POST',
  path: '/conversations/{id}/restore',
  group,
  access: 'participate',
  audits: 'conversation.restored',
  aliases: renamed('/{id}/restore'),
  summary: 'Restore a conversation',
  description:
    'Takes it out of the trash. It returns to its folder, or to the root where that is gone. One that is not in the trash stays as it is.',
  params: idParams('con'),
  responses: { 200: { description: 'The conversation.', schema: ConversationBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 429: ['rate_limited'] },
});

export const convertToSubtitlesContract = contract({
  method: 'GET',
  path: '/conversations/{id}/convert_to_subtitles',
  group,
  access: 'read',
  aliases: renamed('/{id}/convert_to_subtitles'),
  summary: 'Convert a conversation to subtitles',
  description:
    'The subtitles of the conversation by a style guide, always the same ones: the first call makes them, with a segment for each cue. It needs a member (401 otherwise), and `HEAD` makes none. Without `style_guide_id`, the default of the workspace for subtitles decides, else the built-in defaults. Later changes of the text or the style guide do not change them; delete them to have them made anew. Subtitles are answered themselves. 409 while there is no text, 422 `too_long` where they would have more characters than corrected subtitles of it may.',
  params: idParams('con'),
  query: v.strictObject({ style_guide_id: v.optional(idField('sty')) }),
  responses: { 200: { description: 'The subtitles.', schema: ConversationBody } },
  errors: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: ['invalid', 'too_long'],
    429: ['rate_limited'],
  },
});

export const getTranscriptContract = contract({
  method: 'GET',
  path: '/conversations/{id}/transcript',
  group,
  access: 'read',
  hasEtag: true,
  summary: 'Read the text of a conversation',
  description:
    'The text in the layout of the results of a meeting, or as `format` says, in which `vtt` and `srt` keep the cues and lines of subtitles; 404 while there is none, 409 with the `failure_reason` where it failed. Words are included only with `include=words`. Segments larger than 4 MB are left out: read them from `url`. A text that no response can hold is 422 `too_long`.',
  params: idParams('con'),
  query: v.strictObject({
    include: v.optional(v.picklist(['words'])),
    format: v.optional(
      alsoDocumented(v.picklist(['json', 'txt', 'vtt', 'srt']), { description: 'The format of the transcript.' }),
      'json',
    ),
  }),
  responses: {
    200: {
      description: 'The transcript.',
      schema: ConversationTranscriptBody,
      alsoText: ['text/plain', 'text/vtt', 'application/x-subrip'],
    },
  },
  errors: { 404: ['not_found'], 409: ['conflict'], 422: ['too_long'], 429: ['rate_limited'] },
});

const seconds = v.pipe(v.number(), v.finite(), v.minValue(0, '[invalid] must not be negative.'));
const localId = documented(
  v.pipe(
    v.string(),
    v.check((text) => /^[\w.-]{1,64}$/.test(text), '[invalid_format] must have 1 to 64 letters, digits and _ . -'),
  ),
  { type: 'string', pattern: '^[\\w.-]{1,64}$' },
) as v.GenericSchema<string, string>;
const segmentText = textField(LONGEST_SEGMENT);

const SegmentField: v.GenericSchema<unknown, NewSegment> = v.strictObject({
  id: v.optional(localId),
  speaker_id: v.nullable(localId),
  start: seconds,
  end: seconds,
  text: segmentText,
  confidence: v.optional(v.nullable(v.number())),
  words: v.optional(v.array(v.unknown())),
});

const SegmentPatchField: v.GenericSchema<unknown, SegmentPatch> = v.strictObject({
  id: localId,
  text: v.optional(segmentText),
  speaker_id: v.optional(v.nullable(localId)),
});

const segmentsOf = <Segment>(segment: v.GenericSchema<unknown, Segment>) =>
  v.pipe(v.array(segment), v.maxLength(MOST_SEGMENTS, `[too_long] has more than ${MOST_SEGMENTS} segments.`));

const correction = {
  path: '/conversations/{id}/transcript',
  group,
  access: 'participate',
  ifMatch: true,
  hasEtag: true,
  largeBody: true,
  params: idParams('con'),
  responses: { 200: { description: 'The corrected transcript.', schema: ConversationTranscriptBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    412: ['precondition_failed'],
    422: ['missing', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'blank', 'unknown_field'],
    428: ['precondition_required'],
    429: ['rate_limited'],
  },
} as const;

export const replaceTranscriptContract = contract({
  ...correction,
  method: 'PUT',
  audits: 'conversation.corrected',
  summary: 'Replace the text of a conversation',
  description:
    'Speakers and segments take the place of all existing ones, and the results of the meeting, where it came of one, show them from then on. While the text is `locked`, admins and owners correct it. Segments are in the order of their start and within the audio. Words whose text is unchanged keep their times; `words` and `confidence` of a request are ignored. Texts that were made from the transcript before do not change. The body has at most 4 MB. All segments together have at most 20,000 characters and 30 for each second of the audio, or a quarter more than was recognized; in subtitles of a text and translations, at most 20,000 and three times those of their source (422 `too_long`). A text that has more already may keep as many.',
  body: v.strictObject({
    speakers: v.pipe(
      v.array(v.strictObject({ id: localId, name: v.nullable(relayedNameField) })),
      v.maxLength(MOST_SPEAKERS, `[too_long] has more than ${MOST_SPEAKERS} speakers.`),
    ),
    segments: segmentsOf(SegmentField),
  }),
  example: {
    speakers: [{ id: 'spk_1', name: 'Ada Lovelace' }],
    segments: [{ id: 'seg_1', speaker_id: 'spk_1', start: 0.4, end: 2.1, text: 'We ship on Tuesday.' }],
  },
});

export const correctTranscriptContract = contract({
  ...correction,
  method: 'PATCH',
  audits: 'conversation.corrected',
  summary: 'Correct segments of a conversation',
  description:
    'Changes the text or the speaker of the segments that are named, under the rules of `PUT`. Other segments stay as they are.',
  body: v.strictObject({ segments: segmentsOf(SegmentPatchField) }),
  example: { segments: [{ id: 'seg_1', text: 'We ship on Thursday.' }] },
});
