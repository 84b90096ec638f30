import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import {
  idField,
  idParams,
  instantField,
  languageField,
  pageQuery,
  workspaceField,
} from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import { tagField } from '#shared/texts/conversations/fields';
import {
  CONVERSATION_KINDS,
  LONGEST_NAME,
  LONGEST_TAG,
  MOST_TAGS,
} from '#shared/texts/conversations/rules/conversation';
import { folderFilterField } from '#shared/texts/folders/fields';
import { MOST_GLOSSARIES, orderFields, SHOWN_WEBHOOK_SECRET, WEBHOOK_OF_ORDER } from '#shared/texts/orders/fields';
import { OrderBody } from '#shared/texts/orders/present';
import { ORDER_STATES, SERVICES } from '#shared/texts/orders/rules/order';

const group = 'orders';
const MOST_LANGUAGES = 20;

export const targetLanguagesField = v.pipe(
  v.array(languageField()),
  v.minLength(1, '[invalid] must have at least one language.'),
  v.maxLength(MOST_LANGUAGES, `[too_long] has more than ${MOST_LANGUAGES} languages.`),
);

/** What every path answers that makes an order, and what it refuses with. */
export const orderMade = {
  responses: {
    201: {
      description: 'The order, with `webhook_secret` where the request had a `webhook_url`.',
      schema: OrderBody,
      example: SHOWN_WEBHOOK_SECRET,
    },
  },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    403: ['plan_upgrade_required'],
    409: ['conflict'],
    422: ['blank', 'inclusion', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
    429: ['rate_limited'],
  },
} as const;

export const orderTranslationContract = contract({
  method: 'POST',
  path: '/translate',
  group,
  access: 'participate',
  summary: 'Order translations',
  description: `Each target language becomes a conversation. \`service: pro\` adds the work of people, where the workspace has it (403). A source that has no text yet is waited for. If \`source_conversation_id\` is a translation, its original conversation is translated. \`confirm: false\` makes a draft, which \`POST /orders/{id}/confirm\` submits within 7 days. \`name\` has at most ${LONGEST_NAME} characters; left out, it is that of the source. At most ${MOST_TAGS} \`tags\` of ${LONGEST_TAG} characters. At most ${MOST_GLOSSARIES} \`glossary_ids\`; left out, the default glossary for the language of the source is used, with null or an empty array none. \`style_guide_id\` is a style guide for \`subtitles\`, which the order keeps for subtitles of its texts; translations are not changed by it. Left out, it is the default of the workspace, with null none. ${WEBHOOK_OF_ORDER}`,
  body: v.strictObject({
    source_conversation_id: idField('con'),
    target_languages: targetLanguagesField,
    ...orderFields,
  }),
  example: { source_conversation_id: 'con_01jbzq1f0he2k9m4vxr8t6d5cp', target_languages: ['fr', 'de'] },
  ...orderMade,
});

export const listOrdersContract = contract({
  method: 'GET',
  path: '/orders',
  group,
  access: 'read',
  summary: 'List orders',
  description: 'Newest first.',
  query: v.strictObject({
    workspace_id: workspaceField,
    state: v.optional(v.picklist(ORDER_STATES)),
    kind: v.optional(v.picklist(CONVERSATION_KINDS)),
    service: v.optional(v.picklist(SERVICES)),
    folder_id: v.optional(folderFilterField),
    tag: v.optional(tagField),
    created_after: v.optional(instantField),
    created_before: v.optional(instantField),
    ...pageQuery,
  }),
  responses: { 200: { description: 'A page of orders, newest first.', schema: listOf(OrderBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

const one = {
  group,
  params: idParams('ord'),
  responses: { 200: { description: 'The order.', schema: OrderBody } },
} as const;

export const getOrderContract = contract({
  ...one,
  method: 'GET',
  path: '/orders/{id}',
  access: 'read',
  summary: 'Read an order',
  description: 'Read the texts with `GET /conversations/{id}/transcript`, by the ids in `outputs_ids`.',
  errors: { 404: ['not_found'] },
});

const changed = { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] };

export const confirmOrderContract = contract({
  ...one,
  method: 'POST',
  path: '/orders/{id}/confirm',
  access: 'participate',
  summary: 'Submit a draft',
  description:
    '409 unless the order is `incomplete`. 403 where the usage limit of its kind is reached: it stays a draft until it expires.',
  errors: { ...changed, 403: ['plan_upgrade_required'] },
});

export const cancelOrderContract = contract({
  ...one,
  method: 'POST',
  path: '/orders/{id}/cancel',
  access: 'participate',
  summary: 'Cancel an order',
  description:
    'Stops its work and deletes its conversations that have no text. 409 once the order has ended. Texts that are done stay.',
  errors: changed,
});

export const retryOrderContract = contract({
  ...one,
  method: 'POST',
  path: '/orders/{id}/retry',
  access: 'administer',
  audits: 'order.retried',
  summary: 'Retry an order',
  description:
    'The order is `submitted` again, and its operations and ingestions have new ids; one that failed as a draft is `incomplete` again. 409 unless the order is `failed`, in the minute after it failed, and, with the reason, where there is nothing to begin from: a source or a conversation that was deleted, a media file that was no upload, or an upload after its seven days. 403 where the usage limit of its kind is reached, or the file has no room. It counts as an order of the hour.',
  errors: { ...changed, 403: ['plan_upgrade_required'], 429: ['rate_limited'] },
});

export const fulfillOrderContract = contract({
  ...one,
  method: 'POST',
  path: '/orders/{id}/fulfill',
  access: 'administer',
  summary: 'End the work of people on an order',
  description:
    'The conversations of a `locked` order are done: correct them before with `PUT /conversations/{id}/transcript`. 409 unless the order is `locked`.',
  errors: changed,
});
