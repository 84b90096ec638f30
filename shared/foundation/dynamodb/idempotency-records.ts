import * as v from 'valibot';
import type { IdempotencyRecord, IdempotencyRecords } from '#shared/foundation/commands/idempotency-records';
import type { Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, ttlAt } from '#shared/foundation/core/time';
import { deflated, inflated } from '#shared/foundation/dynamodb/deflated-text';
import { idempotencyRecordKey } from '#shared/foundation/dynamodb/keys';
import { instant } from '#shared/foundation/dynamodb/row-parts';

const Row = v.object({
  body: v.string(),
  answer: v.optional(v.instance(Uint8Array)),
  expires_at: instant,
});

/** Time to live is late by up to days: whether a record still counts is read from it. */
export const idempotencyRecords = (table: Table): IdempotencyRecords => ({
  async find(name, now) {
    const item = await table.get(idempotencyRecordKey(name));
    if (!item) return undefined;
    const { body, answer, expires_at } = v.parse(Row, item);
    if (expires_at <= now) return undefined;
    return { name, bodyDigest: body, answer: answer && inflated(answer), expiresAt: expires_at };
  },

  saveNew: (record, now) => table.write(putIdempotencyRecord(record, now)),

  async remove(name) {
    await table.write({ remove: idempotencyRecordKey(name) });
  },
});

/** Refused where there is one that has not expired; in place of the mark that it runs, where it was answered. */
export const putIdempotencyRecord = (record: IdempotencyRecord, now: Instant): Write => ({
  put: itemOf(record),
  when: record.afterRunning
    ? { text: 'attribute_not_exists(answer)' }
    : { text: 'attribute_not_exists(pk) OR expires_at <= :now', values: { ':now': now } },
});

const itemOf = ({ name, bodyDigest, answer, expiresAt }: IdempotencyRecord) => ({
  ...idempotencyRecordKey(name),
  type: 'answer',
  body: bodyDigest,
  ...(answer !== undefined && { answer: deflated(answer) }),
  expires_at: expiresAt,
  ttl: ttlAt(expiresAt + DAY_MS),
});
