import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { idParams, none, pageQuery, workspaceField } from '#shared/http/fields';
import { listOf } from '#shared/http/response/wire';
import { choiceEntries, choicesIn, scopeField } from '#shared/settings/choice-fields';
import { SettingsBody } from '#shared/settings/present';

const group = 'settings';

const CHOICES =
  'Only the fields sent are written, at any depth; null takes a choice back, and is what a field reads that nobody chose. `inherit` is taken by `recording.methods.bot.mode`, and by `recording.enabled` in settings that are for meetings alone, where it takes the choice back. A brand kit is for workspaces alone.';

const FAULTS = [
  'missing',
  'blank',
  'invalid',
  'invalid_type',
  'too_long',
  'unknown_field',
  'not_supported',
  'unusable_setting',
];

export const createSettingsContract = contract({
  method: 'POST',
  path: '/settings',
  group,
  choices: 'settings',
  summary: 'Create settings',
  description: `${CHOICES} With \`scope\` they are assigned to it at once; without it they apply to nothing until they are assigned.`,
  params: none,
  query: none,
  body: v.pipe(
    v.strictObject({ workspace_id: workspaceField, ...choiceEntries, scope: v.optional(scopeField) }),
    v.transform(({ workspace_id, scope, ...groups }) => ({ workspace_id, scope, values: choicesIn(groups) })),
  ),
  example: {
    workspace_id: 'wks_01jbzq1f0he2k9m4vxr8t6d5cp',
    recording: { enabled: true, methods: { bot: { mode: 'audio_only' } } },
    summary: { template: 'sales_call' },
    scope: ['meetings:external'],
  },
  answers: { 201: { description: 'The settings.', schema: SettingsBody } },
  refusals: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    409: ['conflict', 'meeting_live', 'meeting_not_upcoming'],
    422: FAULTS,
  },
});

export const listSettingsContract = contract({
  method: 'GET',
  path: '/settings',
  group,
  summary: 'List settings',
  description: 'Newest first.',
  params: none,
  query: v.strictObject({ workspace_id: workspaceField, ...pageQuery }),
  body: undefined,
  answers: { 200: { description: 'A page of settings.', schema: listOf(SettingsBody) } },
  refusals: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getSettingsContract = contract({
  method: 'GET',
  path: '/settings/{id}',
  group,
  summary: 'Read settings',
  description: 'What they choose, null where nothing, and to what they are assigned.',
  params: idParams('set'),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The settings.', schema: SettingsBody } },
  refusals: { 404: ['not_found'] },
});

export const deleteSettingsContract = contract({
  method: 'DELETE',
  path: '/settings/{id}',
  group,
  summary: 'Delete settings',
  description:
    'With all their assignments. The upcoming meetings that they reached follow within a minute, with their bots; what is live or over keeps what it had.',
  params: idParams('set'),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The settings as they were left.', schema: SettingsBody } },
  refusals: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});

export const updateSettingsContract = contract({
  method: 'PATCH',
  path: '/settings/{id}',
  group,
  choices: 'settings',
  summary: 'Change settings',
  description: `For every assignment of these settings: the upcoming meetings that they reach follow within a minute, with their bots. ${CHOICES}`,
  params: idParams('set'),
  query: none,
  body: v.pipe(
    v.strictObject(choiceEntries),
    v.transform((groups) => choicesIn(groups)),
  ),
  example: { recording: { methods: { bot: { start: 'on_command' } } }, transcription: { language: null } },
  answers: { 200: { description: 'The settings as they are now.', schema: SettingsBody } },
  refusals: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: FAULTS,
  },
});
