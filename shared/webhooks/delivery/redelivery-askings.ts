import type { Table } from '#shared/core/table';
import { unlessThere } from '#shared/dynamodb/conditions';
import { putJob } from '#shared/events/outbox';
import type { RedeliveryAskings } from '#shared/webhooks/delivery/ports/redelivery-askings';

/** A row for each asking, which stays where it is once the attempt is on record. */
export const redeliveryAskings = (table: Table): RedeliveryAskings => ({
  async ask(id, deliveryId, at) {
    await table.write({ put: putJob(id, { type: 'job.redelivery', deliveryId }, at), when: unlessThere });
  },
});
