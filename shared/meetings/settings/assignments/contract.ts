import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { idField, idParams, pageQuery, workspaceField } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import { AssignmentBody } from '#shared/meetings/settings/present';
import { scopeField } from '#shared/meetings/settings/setting-fields';

const group = 'settings';

export const assignSettingsContract = contract({
  method: 'POST',
  path: '/settings_assignments',
  audits: 'settings_assignment.created',
  group,
  access: 'administer',
  summary: 'Assign settings',
  description:
    'The entries of `scope` are joined with AND, in any order: one of `workspace:<id>`, `member:<id>` and `meeting:<id>`, and at most one of `meetings:external` and `meetings:internal`. A category alone applies to the workspace; `workspace:` beside another entry has no effect and is dropped. A workspace, a member or a meeting has at most three assignments: for all meetings, for external and for internal ones. A meeting follows at once; a live or past meeting is refused. The upcoming meetings of a workspace or a member follow within a minute.',
  body: v.strictObject({ settings_id: idField('set'), scope: scopeField }),
  example: {
    settings_id: 'set_01jbzq4w9ye1rvhm8n5tkd3x7p',
    scope: ['member:mem_01jbzq3k2me5h8c9dxt7w4s6np', 'meetings:external'],
  },
  responses: { 201: { description: 'The assignment.', schema: AssignmentBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    409: ['conflict', 'meeting_live', 'meeting_not_upcoming'],
    422: ['missing', 'blank', 'invalid', 'invalid_type', 'too_long', 'unknown_field', 'unusable_setting'],
    429: ['rate_limited'],
  },
});

export const listAssignmentsContract = contract({
  method: 'GET',
  path: '/settings_assignments',
  group,
  access: 'read',
  summary: 'List assignments of settings',
  description: 'Newest first.',
  query: v.strictObject({ workspace_id: workspaceField, settings_id: v.optional(idField('set')), ...pageQuery }),
  responses: { 200: { description: 'A page of assignments.', schema: listOf(AssignmentBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getAssignmentContract = contract({
  method: 'GET',
  path: '/settings_assignments/{id}',
  group,
  access: 'read',
  summary: 'Read an assignment of settings',
  description: 'The settings and the scope they are assigned to.',
  params: idParams('asg'),
  responses: { 200: { description: 'The assignment.', schema: AssignmentBody } },
  errors: { 404: ['not_found'] },
});

export const unassignSettingsContract = contract({
  method: 'DELETE',
  path: '/settings_assignments/{id}',
  audits: 'settings_assignment.deleted',
  group,
  access: 'administer',
  summary: 'Delete an assignment of settings',
  description:
    'The settings and their other assignments stay. Upcoming meetings in the scope follow within a minute; live and past meetings keep their settings.',
  params: idParams('asg'),
  responses: { 200: { description: 'The deleted assignment.', schema: AssignmentBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});
