import type { OutboxId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, ttlAt } from '#shared/foundation/core/time';
import { bulkRedeliveryKey } from '#shared/foundation/dynamodb/keys';
import { unlessThere } from '#shared/foundation/dynamodb/rows';

/** Longer than a job is at work: it ends the place itself. */
const KEPT_MS = 30 * DAY_MS;

/** The place of the one bulk redelivery that a workspace has at a time. Methods throw `Throttled`. */
export const bulkRedeliveryPlace = (table: Table, workspaceId: WorkspaceId) => ({
  isTaken: async (): Promise<boolean> => (await table.get(bulkRedeliveryKey(workspaceId))) !== undefined,

  /** Of two requests at once, one begins. */
  take: (bulkId: OutboxId, at: Instant): Write => ({
    put: {
      ...bulkRedeliveryKey(workspaceId),
      type: 'bulk_redelivery',
      bulk_id: bulkId,
      ttl: ttlAt(later(at, KEPT_MS)),
    },
    when: unlessThere,
  }),

  /** Once the last event is asked for; nothing where another has taken it since. */
  async leave(bulkId: OutboxId): Promise<void> {
    await table.write({
      remove: bulkRedeliveryKey(workspaceId),
      when: { text: 'bulk_id = :bulk', values: { ':bulk': bulkId } },
    });
  },
});
