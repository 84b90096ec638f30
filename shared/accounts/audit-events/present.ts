import * as v from 'valibot';
import { ACTOR_TYPES, type Actor, type AuditEvent, userOf } from '#shared/foundation/audit-events/rules/audit-event';
import { isJsonObject, type JsonObject } from '#shared/foundation/core/json';
import { isoOf } from '#shared/foundation/core/time';
import { documented } from '#shared/foundation/http/fields';
import { dateTime, idText } from '#shared/foundation/http/response/wire';

const shown = (description: string) =>
  v.nullable(
    documented(v.custom<JsonObject>(isJsonObject), { type: 'object', additionalProperties: true, description }),
  );

export const AuditEventBody = v.strictObject({
  id: idText('aud'),
  object: v.literal('audit_event'),
  workspace_id: idText('wks'),
  action: v.string(),
  actor: v.strictObject({
    type: v.picklist(ACTOR_TYPES),
    user_id: v.nullable(idText('usr')),
    key_last_four: v.nullable(v.string()),
  }),
  address_hash: v.nullable(v.string()),
  target: v.strictObject({ object: v.string(), id: v.string() }),
  before: shown('Before the operation.'),
  after: shown('After the operation.'),
  created_at: dateTime,
});

const presentActor = (actor: Actor) => ({
  type: actor.type,
  user_id: userOf(actor),
  key_last_four: actor.type === 'user' ? actor.keyLastFour : null,
});

export const presentAuditEvent = (event: AuditEvent) => ({
  id: event.id,
  object: 'audit_event',
  workspace_id: event.workspaceId,
  action: event.action,
  actor: presentActor(event.actor),
  address_hash: event.addressHash,
  target: { object: event.target.object, id: event.target.id },
  before: event.before,
  after: event.after,
  created_at: isoOf(event.createdAt),
});
