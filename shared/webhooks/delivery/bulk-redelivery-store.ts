import type { OutboxId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, ttlAt } from '#shared/foundation/core/time';
import { bulkRedeliveryKey } from '#shared/foundation/dynamodb/keys';
import { JOBS_KEPT_MS } from '#shared/foundation/events/jobs';

/** A day longer than its job, since each page: a job that never gets further ends, and another one may begin. */
const KEPT_MS = JOBS_KEPT_MS + DAY_MS;

/**
 * The lease of the one bulk redelivery that a workspace has at a time. Its job ends it, or the time does: the table may
 * drop a row days after that. Methods throw `Throttled`.
 */
export const bulkRedeliveryLease = (table: Table, workspaceId: WorkspaceId) => ({
  async isLeased(now: Instant): Promise<boolean> {
    const { ttl = 0 } = (await table.get(bulkRedeliveryKey(workspaceId))) ?? {};
    return ttl > ttlAt(now);
  },

  /** Of two requests at once, one begins. */
  acquire: (bulkId: OutboxId, at: Instant): Write => ({
    put: {
      ...bulkRedeliveryKey(workspaceId),
      type: 'bulk_redelivery',
      bulk_id: bulkId,
      ttl: ttlAt(later(at, KEPT_MS)),
    },
    when: {
      text: 'attribute_not_exists(pk) OR #ttl <= :now',
      names: { '#ttl': 'ttl' },
      values: { ':now': ttlAt(at) },
    },
  }),

  /** After a page, from when on the next one may be sent; nothing where another has acquired it since. */
  async renew(bulkId: OutboxId, from: Instant): Promise<void> {
    await table.write({
      update: bulkRedeliveryKey(workspaceId),
      set: {
        text: 'SET #ttl = :ttl',
        names: { '#ttl': 'ttl' },
        values: { ':ttl': ttlAt(later(from, KEPT_MS)) },
      },
      when: { text: 'bulk_id = :bulk', values: { ':bulk': bulkId } },
    });
  },

  /** Once the last event is asked for; nothing where another has acquired it since. */
  async release(bulkId: OutboxId): Promise<void> {
    await table.write({
      remove: bulkRedeliveryKey(workspaceId),
      when: { text: 'bulk_id = :bulk', values: { ':bulk': bulkId } },
    });
  },
});
