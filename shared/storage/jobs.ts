import type { JobRef, JobRows } from '#shared/ports/job-rows';
import { outboxKey } from '#shared/storage/keys';
import type { Expression, Table } from '#shared/storage/table';

const ifThere: Expression = { text: 'attribute_exists(pk)' };

export const jobRows = (table: Table): JobRows => ({
  async finish(job) {
    await table.write({ update: keyOf(job), set: { text: 'REMOVE due_pk, due_at' }, when: ifThere });
  },

  async postpone(job, until) {
    const set = { text: 'SET due_at = :until', values: { ':until': until } };
    await table.write({ update: keyOf(job), set, when: ifThere });
  },
});

const keyOf = ({ id, type, botId }: JobRef) => outboxKey(id, type, botId);
