import { getAuditEventContract, listAuditEventsContract } from '#shared/accounts/audit-events/contract';
import { presentAuditEvent } from '#shared/accounts/audit-events/present';
import { auditEvents } from '#shared/accounts/audit-events/store';
import { endpoint, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';

export const list = listEndpoint(listAuditEventsContract, {
  page: ({ context, workspaceId, query, now }, request) =>
    auditEvents.list(
      context.table,
      workspaceId,
      {
        action: query.action,
        userId: query.user_id,
        targetId: query.target_id,
        createdAfter: query.created_after,
        createdBefore: query.created_before,
        now,
      },
      request,
    ),
  present: (event) => presentAuditEvent(event),
});

export const get = endpoint(getAuditEventContract, {
  resource: ({ context, params, now }) => auditEvents.find(context.table, params.id, now),
  run: async ({ resource }) => resource.state,
  reply: (event) => ok(presentAuditEvent(event)),
});
