import * as v from 'valibot';
import { AUDIT_KEPT_MS, type AuditEvent, userOf } from '#shared/foundation/audit-events/rules/audit-event';
import { isJsonObject, type JsonObject } from '#shared/foundation/core/json';
import type { Write } from '#shared/foundation/core/table';
import { isoOf, later, ttlAt } from '#shared/foundation/core/time';
import { entity } from '#shared/foundation/dynamodb/entity';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';

const shown = v.nullable(v.custom<JsonObject>(isJsonObject));

/** Any text: an action that is no longer audited stays readable for its year. */
const action = v.pipe(
  v.string(),
  v.transform((text) => text as AuditEvent['action']),
);

/** Sorted by time, so that a span of it is a range of the list. */
export const auditEventEntity = entity<AuditEvent>({
  noun: 'audit event',
  type: 'audit_event',
  prefix: 'aud',
  list: 'AUD',
  schema: v.object({
    id: id('aud'),
    workspaceId: id('wks'),
    action,
    actor: v.variant('type', [
      v.object({ type: v.literal('user'), userId: id('usr'), keyLastFour: v.string() }),
      v.object({ type: v.literal('page'), userId: id('usr') }),
      v.object({ type: v.literal('agent'), userId: id('usr') }),
      v.object({ type: v.literal('command'), principal: v.exactOptional(v.string()) }),
      v.object({ type: v.literal('service') }),
    ]),
    addressHash: v.nullable(v.string()),
    target: v.object({ object: v.string(), id: v.string() }),
    before: shown,
    after: shown,
    createdAt: instant,
  }),
  attributes: (event) => ({
    list_sk: `${isoOf(event.createdAt)}#${event.id}`,
    find: { a: event.action, u: userOf(event.actor) ?? undefined, t: event.target.id },
    ttl: ttlAt(later(event.createdAt, AUDIT_KEPT_MS)),
  }),
  notes: { listSort: 'created_at#id' },
});

/** Adds an event. It is the only write: none changes or removes one, but time to live and the purge of the workspace. */
export const putAuditEvent = (event: AuditEvent): readonly Write[] => auditEventEntity.put(undefined, event);
