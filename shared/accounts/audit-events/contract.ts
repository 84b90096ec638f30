import * as v from 'valibot';
import { AuditEventBody } from '#shared/accounts/audit-events/present';
import { AUDIT_ACTIONS } from '#shared/foundation/audit-events/rules/audit-event';
import { contract } from '#shared/foundation/http/contract';
import {
  alsoDocumented,
  idField,
  idParams,
  instantField,
  pageQuery,
  textField,
  workspaceField,
} from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';

const group = 'workspaces';
const forbidden = {
  code: 'workspace_access_not_allowed',
  message: 'Only owners and admins of the workspace can read its audit log.',
};

export const listAuditEventsContract = contract({
  method: 'GET',
  path: '/audit_events',
  group,
  access: 'administer',
  forbidden,
  summary: 'List audit events',
  description:
    'Who administered the workspace, how, and when, newest first. Events are written in the transaction of the operation itself, are never changed, and are kept for a year. With `format=jsonl` the page is JSON lines, and the `Link` header has the next page. Requires an owner or admin.',
  query: v.strictObject({
    workspace_id: workspaceField,
    action: v.optional(v.picklist(AUDIT_ACTIONS)),
    user_id: v.optional(idField('usr')),
    target_id: v.optional(textField(100)),
    created_after: v.optional(instantField),
    created_before: v.optional(instantField),
    format: v.optional(
      alsoDocumented(v.picklist(['json', 'jsonl']), {
        description: '`jsonl`: an event on each line, and the next page in the `Link` header. Default: `json`.',
      }),
    ),
    ...pageQuery,
  }),
  responses: {
    200: {
      description: 'A page of audit events.',
      schema: listOf(AuditEventBody),
      alsoText: ['application/jsonl'],
    },
  },
  errors: { 400: ['bad_request'], 401: ['unauthorized'], 403: ['workspace_access_not_allowed'] },
});

export const getAuditEventContract = contract({
  method: 'GET',
  path: '/audit_events/{id}',
  group,
  access: 'administer',
  forbidden,
  summary: 'Read an audit event',
  description: 'Requires an owner or admin of the workspace.',
  params: idParams('aud'),
  responses: { 200: { description: 'The audit event.', schema: AuditEventBody } },
  errors: { 403: ['workspace_access_not_allowed'], 404: ['not_found'] },
});
