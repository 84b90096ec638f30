import type { Descriptions } from '#shared/wiring/documents/descriptions/descriptions';

/** Descriptions of fields of audit events. */
export const AUDIT_EVENTS_DESCRIPTIONS: Descriptions = {
  'AuditEvent.action': 'What was done, and to which kind of resource.',
  'AuditEvent.actor': 'Who did it. Names and addresses of people are not kept.',
  'AuditEvent.actor.type':
    'How it was asked for: `user` with an API key, `page` on a page of the app, `agent` by a program of the user without a key, `command` by the operator of the deployment; `service`: by the service itself.',
  'AuditEvent.actor.user_id': 'The user.',
  'AuditEvent.actor.key_last_four': 'The last four characters of the API key.',
  'AuditEvent.address_hash':
    'A keyed hash of the address that the request came from. Equal addresses have equal hashes within a workspace.',
  'AuditEvent.target': 'What it was done to.',
  'AuditEvent.target.object': 'The type of the resource.',
  'AuditEvent.target.id': 'The id of the resource, which may be deleted by now.',
  'AuditEvent.before':
    'Of settings, their assignments, policies, roles, limits and orders of recorders: before the operation. Else null.',
  'AuditEvent.after':
    'Of settings, their assignments, policies, roles, limits and orders of recorders: after the operation. Else null.',
};
