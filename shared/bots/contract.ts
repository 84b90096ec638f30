import * as v from 'valibot';
import { patchBody, sendBody } from '#shared/bots/fields';
import { flatMetadataField, wholeMetadataField } from '#shared/bots/metadata-fields';
import { BotBody } from '#shared/bots/present';
import { contract } from '#shared/http/contract';
import { deprecatedPath } from '#shared/http/deprecated';
import { idField, idParams, none, pageQuery, workspaceField } from '#shared/http/fields';
import { listOf } from '#shared/http/response/wire';

const group = 'bots';
const STATUSES = ['queued', 'joining', 'in_call', 'processing', 'completed', 'failed', 'cancelled'] as const;

export const sendBotContract = contract({
  method: 'POST',
  path: '/bots',
  group,
  choices: 'bot',
  summary: 'Send a notetaker to a call',
  description:
    'Joins the meeting of the workspace that carries this link at that time, else makes one. What is left out follows the effective settings, read again when the bot is dispatched. `join_at` null or left out asks it to join now: the recorder is then asked whether it takes the bot, and may have none free (422 `unavailable`) or refuse the link (422 `provider_rejected`).',
  params: none,
  query: none,
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
  answers: { 201: { description: 'The bot, queued.', schema: BotBody } },
  refusals: {
    400: ['bad_request', 'missing', 'invalid_json'],
    401: ['unauthorized'],
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
  summary: 'Read a bot',
  description: 'The bot and nothing of its results: their content is read from its meeting.',
  params: idParams('bot'),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The bot.', schema: BotBody } },
  refusals: { 404: ['not_found'] },
});

export const sendMeetingBotContract = deprecatedPath(sendBotContract, { path: '/meeting_bots', on: '2026-09-25' });

export const getMeetingBotContract = deprecatedPath(getBotContract, { path: '/meeting_bots/{id}', on: '2026-09-25' });

/** `POST /meetings` once sent a bot, and `GET /meetings/{id}` read it: those of a bot are told apart by their prefix. */
export const sendBotToMeetingContract = deprecatedPath(sendBotContract, {
  path: '/meetings',
  group: 'meetings',
  on: '2026-08-10',
});

export const getBotAsMeetingContract = deprecatedPath(getBotContract, {
  path: '/meetings/{id:bot}',
  group: 'meetings',
  on: '2026-08-10',
});

export const listBotsContract = contract({
  method: 'GET',
  path: '/bots',
  group,
  summary: 'List bots',
  description: 'Newest first, those that settings sent included.',
  params: none,
  query: v.strictObject({
    workspace_id: workspaceField,
    meeting_id: v.optional(idField('mtg')),
    status: v.optional(v.picklist(STATUSES)),
    ...pageQuery,
  }),
  body: undefined,
  answers: { 200: { description: 'A page of bots, newest first.', schema: listOf(BotBody) } },
  refusals: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const patchBotContract = contract({
  method: 'PATCH',
  path: '/bots/{id}',
  group,
  choices: 'bot',
  summary: 'Change a bot',
  description:
    'Metadata in every state. The other fields while it is queued; `join_at` and `meeting_url` only of a bot that was sent by hand.',
  params: idParams('bot'),
  query: none,
  body: patchBody(flatMetadataField),
  example: { join_at: '2026-11-02T10:15:00Z', metadata: { crm_id: '' } },
  bodyKept: { behaviour: 'nested-bot-metadata', body: patchBody(wholeMetadataField) },
  answers: { 200: { description: 'The bot.', schema: BotBody } },
  refusals: {
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
  },
});

export const cancelBotContract = contract({
  method: 'DELETE',
  path: '/bots/{id}',
  group,
  summary: 'Cancel a bot',
  description: 'Ends it and keeps nothing. To keep what it recorded, ask it to leave.',
  params: idParams('bot'),
  query: none,
  body: undefined,
  answers: {
    200: {
      description: 'The bot, cancelled.',
      schema: BotBody,
      example: { status: 'cancelled', ended_at: '2026-11-02T09:58:00.000Z' },
    },
  },
  refusals: { 401: ['unauthorized'], 404: ['not_found'], 409: ['bot_not_cancellable', 'conflict'] },
});

export const leaveCallContract = contract({
  method: 'POST',
  path: '/bots/{id}/leave',
  group,
  summary: 'End a recording and keep it',
  description: 'The bot moves on when its recorder reports. Asking twice is fine.',
  params: idParams('bot'),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The bot, asked to leave.', schema: BotBody } },
  refusals: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});
