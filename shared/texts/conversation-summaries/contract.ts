import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { alsoDocumented, idParams, languageField } from '#shared/foundation/http/fields';
import { ConversationSummaryBody } from '#shared/meetings/results/bodies';
import { templateField } from '#shared/meetings/settings/setting-fields';
import { SAME_LANGUAGE } from '#shared/texts/conversation-summaries/rules/conversation-summary';

export const getConversationSummaryContract = contract({
  method: 'GET',
  path: '/conversations/{id}/summary',
  group: 'conversations',
  access: 'read',
  aliases: [{ path: '/transcriptions/{id}/summary', on: '2026-08-31' }],
  summary: 'Read the summary of a conversation',
  description:
    'Of a meeting: the summary in the results of the meeting. Of an order: the first call has it made and answers `processing`; that takes a member, and a guest gets 401 until it is there. `HEAD` has none made. Each template and language is made once, and anew by a call after the text was corrected. While there is no text, and where it says nothing, the state is `none`.',
  params: idParams('con'),
  query: v.strictObject({
    template: v.optional(templateField),
    language: v.optional(
      alsoDocumented(languageField(SAME_LANGUAGE), {
        description: 'The language of the summary: a BCP-47 code, or `same_as_transcript`.',
      }),
    ),
  }),
  responses: { 200: { description: 'The summary, with its state.', schema: ConversationSummaryBody } },
  errors: {
    400: ['bad_request'],
    401: ['unauthorized'],
    403: ['plan_upgrade_required'],
    404: ['not_found'],
    409: ['conflict'],
    422: ['enforced', 'not_available', 'unusable_setting'],
    429: ['rate_limited'],
  },
});
