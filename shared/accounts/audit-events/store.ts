import * as v from 'valibot';
import { auditEventEntity } from '#shared/foundation/audit-events/row';
import { AUDIT_KEPT_MS, type AuditEvent } from '#shared/foundation/audit-events/rules/audit-event';
import type { AuditEventId, UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Loaded } from '#shared/foundation/core/store';
import type { Item, Table } from '#shared/foundation/core/table';
import { type Instant, isoOf, later } from '#shared/foundation/core/time';
import { listOf } from '#shared/foundation/dynamodb/keys';
import { pageOfKeys, rowsOf } from '#shared/foundation/dynamodb/paging';

/** What a list of audit events is narrowed to; spans include their ends. */
export interface AuditFilter {
  readonly action?: string | undefined;
  readonly userId?: UserId | undefined;
  readonly targetId?: string | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
}

const { options, noun } = auditEventEntity;

/** Time to live is late by up to days: an event that is older than a year is gone for readers. */
const isKept = ({ createdAt }: AuditEvent, now: Instant): boolean => later(createdAt, AUDIT_KEPT_MS) > now;

const Find = v.object({ a: v.string(), u: v.optional(v.string()), t: v.string() });

const matches = ({ action, userId, targetId }: AuditFilter, item: Item): boolean => {
  const found = v.parse(Find, item.find);
  return (
    (action === undefined || found.a === action) &&
    (userId === undefined || found.u === userId) &&
    (targetId === undefined || found.t === targetId)
  );
};

const isNarrowed = ({ action, userId, targetId }: AuditFilter): boolean =>
  [action, userId, targetId].some((one) => one !== undefined);

/** Audit events of workspaces: read here, written by `Changes.audit` alone. */
export const auditEvents = {
  noun,
  async find(table: Table, id: AuditEventId, now: Instant): Promise<Loaded<AuditEvent> | undefined> {
    const found = await auditEventEntity.find(table, id);
    return found && isKept(found.state, now) ? found : undefined;
  },

  /** Newest first. The list may lag by about a second. */
  async list(
    table: Table,
    workspace: WorkspaceId,
    filter: AuditFilter & { readonly now: Instant },
    request: PageRequest,
  ): Promise<Page<AuditEvent>> {
    const { createdAfter, createdBefore } = filter;
    const keys = await pageOfKeys(
      table,
      {
        index: 'list',
        partition: listOf.auditEvents(workspace),
        from: createdAfter && isoOf(createdAfter),
        // `~` sorts after the `#` before an id.
        to: createdBefore && `${isoOf(createdBefore)}~`,
        ...(isNarrowed(filter) && { keep: (item: Item) => matches(filter, item) }),
      },
      request,
    );
    return rowsOf(table, keys, options.schema, (event) => isKept(event, filter.now));
  },
};
