import * as v from 'valibot';
import { flatMetadataField, patchBody, sendBody, wholeMetadataField } from '#shared/capture/bots/fields';
import { BotBody } from '#shared/capture/bots/present';
import { contract } from '#shared/foundation/http/contract';
import { idField, idParams, pageQuery, workspaceField } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';

const group = 'bots';
const STATUSES = ['queued', 'joining', 'in_call', 'processing', 'completed', 'failed', 'cancelled'] as const;

export const sendBotContract = contract({
  method: 'POST',
  path: '/bots',
  group,
  access: 'participate',
  aliases: [
    { path: '/meetings', group: 'meetings', on: '2026-08-10' },
    { path: '/meeting_bots', on: '2026-09-25' },
  ],
  choices: 'bot',
  summary: 'Send a notetaker to a call',
  description:
    'Sends a bot to the meeting of the workspace that has this link at that time; if there is none, a meeting is created. Fields that are left out follow the effective settings, which are read again when the bot is dispatched. With `join_at` null or left out, the bot joins at once. A bot that joins within three minutes needs a free recorder: the request is refused if none is free (422 `unavailable`) or the recorder refuses the link (422 `provider_rejected`).',
  body: sendBody(flatMetadataField),
  example: {
    workspace_id: 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t',
    meeting_url: 'https://meet.google.com/abc-good-def',
    join_at: '2026-11-02T10:00:00Z',
    bot_name: 'Acme Notes',
    participants: [{ name: 'Ada Lovelace', email: 'ada@acme.com' }],
    metadata: { crm_id: '4711' },
  },
  bodyKept: { behaviour: 'nested-bot-metadata', body: sendBody(wholeMetadataField) },
  responses: { 201: { description: 'The queued bot.', schema: BotBody } },
  errors: {
    400: ['bad_request', 'missing', 'invalid_json'],
    401: ['unauthorized'],
    403: ['plan_upgrade_required'],
    409: ['conflict'],
    422: [
      'invalid',
      'inclusion',
      'invalid_type',
      'invalid_format',
      'too_long',
      'blank',
      'unknown_field',
      'unusable_setting',
      'unavailable',
      'provider_rejected',
    ],
    502: ['provider_error'],
    429: ['rate_limited'],
  },
});

export const getBotContract = contract({
  method: 'GET',
  path: '/bots/{id}',
  group,
  access: 'read',
  aliases: [
    { path: '/meetings/{id:bot}', group: 'meetings', on: '2026-08-10' },
    { path: '/meeting_bots/{id}', on: '2026-09-25' },
  ],
  summary: 'Read a bot',
  description: 'The bot without results: read those with `GET /meetings/{id}/results`.',
  params: idParams('bot'),
  responses: { 200: { description: 'The bot.', schema: BotBody } },
  errors: { 404: ['not_found'] },
});

export const listBotsContract = contract({
  method: 'GET',
  path: '/bots',
  group,
  access: 'read',
  summary: 'List bots',
  description: 'Newest first. Includes the bots that settings sent.',
  query: v.strictObject({
    workspace_id: workspaceField,
    meeting_id: v.optional(idField('mtg')),
    status: v.optional(v.picklist(STATUSES)),
    ...pageQuery,
  }),
  responses: { 200: { description: 'A page of bots, newest first.', schema: listOf(BotBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const patchBotContract = contract({
  method: 'PATCH',
  path: '/bots/{id}',
  group,
  access: 'participate',
  choices: 'bot',
  summary: 'Change a bot',
  description:
    '`metadata` can be changed in every status. The other fields can be changed while the bot is `queued`; `meeting_url` only if the bot was sent with `POST /bots`; a call that has an unfinished bot is 409 `conflict`, unless `allow_multiple_bots` is sent. `join_at` of a bot that settings sent lies before the end of its meeting, and is kept until the start of the meeting changes.',
  params: idParams('bot'),
  body: patchBody(flatMetadataField),
  example: { join_at: '2026-11-02T10:15:00Z', metadata: { crm_id: '' } },
  bodyKept: { behaviour: 'nested-bot-metadata', body: patchBody(wholeMetadataField) },
  responses: { 200: { description: 'The bot.', schema: BotBody } },
  errors: {
    400: ['bad_request', 'invalid_json'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['bot_not_editable', 'conflict'],
    422: [
      'invalid',
      'inclusion',
      'invalid_type',
      'invalid_format',
      'too_long',
      'blank',
      'unknown_field',
      'unusable_setting',
    ],
    429: ['rate_limited'],
  },
});

export const cancelBotContract = contract({
  method: 'DELETE',
  path: '/bots/{id}',
  group,
  access: 'participate',
  summary: 'Cancel a bot',
  description: 'Ends the bot and keeps no recording. To keep the recording, use `POST /bots/{id}/leave`.',
  params: idParams('bot'),
  responses: {
    200: {
      description: 'The cancelled bot.',
      schema: BotBody,
      example: { status: 'cancelled', ended_at: '2026-11-02T09:58:00.000Z' },
    },
  },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['bot_not_cancellable', 'conflict'] },
});

export const leaveCallContract = contract({
  method: 'POST',
  path: '/bots/{id}/leave',
  group,
  access: 'participate',
  summary: 'End a recording and keep it',
  description:
    'Asks the bot to leave the call. Its recording is kept and processed. The status changes when the recorder reports that the bot has left. The request may be repeated.',
  params: idParams('bot'),
  responses: { 200: { description: 'The bot, still with its status before it leaves.', schema: BotBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});
