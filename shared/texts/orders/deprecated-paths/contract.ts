import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { idField, idParams, languageField } from '#shared/foundation/http/fields';
import { getOrderContract, orderTranslationContract, targetLanguagesField } from '#shared/texts/orders/contract';
import { TranslationTaskBody } from '#shared/texts/orders/deprecated-paths/present';
import { orderFields } from '#shared/texts/orders/fields';

const { group } = orderTranslationContract;
const TASKS = '/task/transcription_translation';
/** Deprecation dates, as in docs/changelog.md. */
const TRANSLATE = { on: '2026-08-14', use: orderTranslationContract };
const TASK_ORDER = { on: '2025-11-25', use: orderTranslationContract };
const TASK_READ = { on: '2025-11-25', use: getOrderContract };

export const deprecatedOrderTranslationContract = contract({
  method: 'POST',
  path: '/orders/translation',
  group,
  access: 'participate',
  deprecated: TRANSLATE,
  summary: 'Order translations under orders',
  description:
    'Deprecated: use `POST /translate`, which behaves the same and calls the source `source_conversation_id`. No removal date is set.',
  body: v.strictObject({
    source_transcription_id: idField('con'),
    target_languages: targetLanguagesField,
    ...orderFields,
  }),
  example: { source_transcription_id: 'con_01jbzq1f0he2k9m4vxr8t6d5cp', target_languages: ['fr', 'de'] },
  responses: orderTranslationContract.responses,
  errors: orderTranslationContract.errors,
});

export const createTranslationTaskContract = contract({
  method: 'POST',
  path: TASKS,
  group,
  access: 'participate',
  deprecated: TASK_ORDER,
  summary: 'Start a translation task',
  description:
    'Deprecated: use `POST /translate`, with one language. The task is the order, with its id. No removal date is set.',
  body: v.strictObject({ transcription_id: idField('con'), target_language: languageField() }),
  example: { transcription_id: 'con_01jbzq1f0he2k9m4vxr8t6d5cp', target_language: 'fr' },
  responses: { 201: { description: 'The task.', schema: TranslationTaskBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    403: ['plan_upgrade_required'],
    409: ['conflict'],
    422: ['inclusion', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
    429: ['rate_limited'],
  },
});

export const getTranslationTaskContract = contract({
  method: 'GET',
  path: `${TASKS}/{id}`,
  group,
  access: 'read',
  deprecated: TASK_READ,
  summary: 'Read a translation task',
  description:
    'Deprecated: use `GET /orders/{id}`. 404 for an order that is not the translation into one language. No removal date is set.',
  params: idParams('ord'),
  responses: { 200: { description: 'The task.', schema: TranslationTaskBody } },
  errors: { 404: ['not_found'] },
});
