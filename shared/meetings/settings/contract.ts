import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { idField, idParams, pageQuery, workspaceField } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import { SettingsBody } from '#shared/meetings/settings/present';
import { scopeField, settingEntries, settingsIn } from '#shared/meetings/settings/setting-fields';

const group = 'settings';

const FIELDS_WRITTEN =
  'Only the fields sent are written, at any depth. null removes a value; a field without a value reads null. `inherit` is supported by `recording.methods.bot.mode`, and by `recording.enabled` in settings assigned only to meetings, where it removes the value. A brand kit can be set for a workspace only.';

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
  audits: 'settings.created',
  group,
  access: 'administer',
  choices: 'settings',
  summary: 'Create settings',
  description: `${FIELDS_WRITTEN} With \`scope\`, the settings are assigned to it at once; without it, they apply to nothing until they are assigned.`,
  body: v.pipe(
    v.strictObject({ workspace_id: workspaceField, ...settingEntries, scope: v.optional(scopeField) }),
    v.transform(({ workspace_id, scope, ...groups }) => ({ workspace_id, scope, values: settingsIn(groups) })),
  ),
  example: {
    workspace_id: 'wks_01jbzq1f0he2k9m4vxr8t6d5cp',
    recording: { enabled: true, methods: { bot: { mode: 'audio_only' } } },
    summary: { template: 'sales_call' },
    scope: ['meetings:external'],
  },
  responses: { 201: { description: 'The settings.', schema: SettingsBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    409: ['conflict', 'meeting_live', 'meeting_not_upcoming'],
    422: FAULTS,
    429: ['rate_limited'],
  },
});

export const listSettingsContract = contract({
  method: 'GET',
  path: '/settings',
  group,
  access: 'read',
  summary: 'List settings',
  description:
    'Newest first. The own settings of meetings are left out: those that `POST /bots` and `PATCH /meetings/{id}/settings` made, and others that are assigned to meetings only. With `meeting_id`, lists the own settings of that meeting alone.',
  query: v.strictObject({ workspace_id: workspaceField, meeting_id: v.optional(idField('mtg')), ...pageQuery }),
  responses: { 200: { description: 'A page of settings.', schema: listOf(SettingsBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getSettingsContract = contract({
  method: 'GET',
  path: '/settings/{id}',
  group,
  access: 'read',
  summary: 'Read settings',
  description: 'The values, null where none is set, and the assignments.',
  params: idParams('set'),
  responses: { 200: { description: 'The settings.', schema: SettingsBody } },
  errors: { 404: ['not_found'] },
});

export const deleteSettingsContract = contract({
  method: 'DELETE',
  path: '/settings/{id}',
  audits: 'settings.deleted',
  group,
  access: 'administer',
  summary: 'Delete settings',
  description:
    'Deletes the settings and all their assignments. The upcoming meetings in their scopes follow within a minute, with their bots; live and past meetings keep their settings.',
  params: idParams('set'),
  responses: { 200: { description: 'The deleted settings.', schema: SettingsBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});

export const updateSettingsContract = contract({
  method: 'PATCH',
  path: '/settings/{id}',
  audits: 'settings.updated',
  group,
  access: 'administer',
  choices: 'settings',
  summary: 'Change settings',
  description: `Applies to every assignment of the settings: the upcoming meetings in their scopes follow within a minute, with their bots. ${FIELDS_WRITTEN}`,
  params: idParams('set'),
  body: v.pipe(
    v.strictObject(settingEntries),
    v.transform((groups) => settingsIn(groups)),
  ),
  example: { recording: { methods: { bot: { start: 'on_command' } } }, transcription: { language: null } },
  responses: { 200: { description: 'The updated settings.', schema: SettingsBody } },
  errors: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: FAULTS,
    429: ['rate_limited'],
  },
});
