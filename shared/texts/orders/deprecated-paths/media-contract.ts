import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { idField, languageField, nameField, textField, workspaceField } from '#shared/foundation/http/fields';
import { notBlank, tagsField } from '#shared/texts/conversations/fields';
import { ConversationBody } from '#shared/texts/conversations/present';
import { LONGEST_NAME } from '#shared/texts/conversations/rules/conversation';
import { LONGEST_URL, transcribeContract } from '#shared/texts/orders/media-contract';
import { SERVICES } from '#shared/texts/orders/rules/order';

const { errors, responses } = transcribeContract;
const isSubtitle = v.optional(v.boolean(), false);

export const deprecatedOrderMediaContract = contract({
  method: 'POST',
  path: '/orders',
  group: 'orders',
  access: 'participate',
  callsOutside: true,
  deprecated: { on: '2026-08-14', use: transcribeContract },
  summary: 'Order a transcription or subtitles',
  description:
    'Deprecated: use `POST /transcribe`, or `POST /subtitle` for what `is_subtitle: true` orders; both behave the same. The fields may also stand inside `order`. No removal date is set.',
  bodyMayBeInside: 'order',
  body: v.strictObject({ ...transcribeContract.body.entries, is_subtitle: isSubtitle }),
  example: { ...transcribeContract.example, is_subtitle: true },
  responses,
  errors,
});

export const createTranscriptionContract = contract({
  method: 'POST',
  path: '/transcriptions',
  group: 'conversations',
  access: 'participate',
  callsOutside: true,
  deprecated: { on: '2025-11-25', use: transcribeContract },
  summary: 'Create a transcription',
  description:
    'Deprecated: use `POST /transcribe`, or `POST /subtitle` for what `is_subtitle: true` orders. `tmp_url` is their `url`. `folder` is the name of a folder at the root, which is made where it is missing; it is sent in place of `folder_id`. `organization_id` may be left out if the key belongs to exactly one workspace. The fields may also stand inside `transcription`. No removal date is set.',
  bodyMayBeInside: 'transcription',
  body: v.strictObject({
    organization_id: v.optional(workspaceField),
    tmp_url: textField(LONGEST_URL),
    language: languageField('auto'),
    name: v.optional(notBlank(textField(LONGEST_NAME))),
    is_subtitle: isSubtitle,
    service: v.optional(v.picklist(SERVICES), 'auto'),
    folder: v.optional(v.nullable(nameField), null),
    folder_id: v.optional(v.nullable(idField('fol')), null),
    tags: v.optional(tagsField, []),
  }),
  example: {
    organization_id: 'wks_01jbzq1f0he2k9m4vxr8t6d5cp',
    tmp_url: 'https://files.example.com/interview.mp4',
    language: 'en',
    folder: 'Interviews',
  },
  responses: { 201: { description: 'The conversation, whose text is being made.', schema: ConversationBody } },
  errors,
});
