import type { RedeliveryAskings } from '#shared/ports/redelivery-askings';
import { unlessThere } from '#shared/storage/conditions';
import { putJob } from '#shared/storage/outbox';
import type { Table } from '#shared/storage/table';

/** A row for each asking, which stays where it is once the attempt is on record. */
export const redeliveryAskings = (table: Table): RedeliveryAskings => ({
  async ask(id, deliveryId, at) {
    await table.write({ put: putJob(id, { type: 'job.redelivery', deliveryId }, at), when: unlessThere });
  },
});
