import * as v from 'valibot';
import { isJsonObject, type JsonObject } from '#shared/core/json';
import type { Expression, Table } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import { outboxKey } from '#shared/dynamodb/keys';
import type { HeldJob, JobRef, JobRows } from '#shared/events/ports/job-rows';

const ifThere: Expression = { text: 'attribute_exists(pk)' };

const Row = v.object({
  due_at: v.optional(v.number(), 0),
  busy_until: v.optional(v.number(), 0),
  revision: v.optional(v.number(), 0),
  content: v.optional(v.string(), '{}'),
  reached: v.optional(v.string()),
});

/** The rows that `putJobs` wrote, with their cursor and lease. */
export const jobRows = (table: Table): JobRows => ({
  async take(ref, now, until) {
    const item = await table.get(keyOf(ref));
    if (item?.due_pk === undefined) return undefined;
    const row = v.parse(Row, item);
    if (row.busy_until > now) return undefined;
    const job = heldIn(ref, row);
    // A due time that the sweeper postponed stays: a lease is no progress yet.
    const set = {
      text: 'SET revision = :next, busy_until = :until, due_at = :due',
      values: { ':next': job.revision + 1, ':until': until, ':due': Math.max(row.due_at, until) },
    };
    return (await table.write({ update: keyOf(ref), set, when: ifHeld(job) })) ? next(job) : undefined;
  },

  async advance(job, reached, until) {
    const set = 'SET revision = :next, reached = :reached, busy_until = :at, due_at = :at REMOVE moves, since';
    return (await step(table, job, reached, until, set)) ? { ...next(job), cursor: reached } : undefined;
  },

  async leave(job, reached, dueAgainAt) {
    const set = 'SET revision = :next, reached = :reached, due_at = :at REMOVE moves, since, busy_until';
    await step(table, job, reached, dueAgainAt, set);
  },

  async drop(job) {
    await table.write({ update: keyOf(job.ref), set: { text: 'REMOVE busy_until' }, when: ifHeld(job) });
  },

  async finish(ref) {
    const set = { text: 'REMOVE due_pk, due_at, busy_until' };
    await table.write({ update: keyOf(ref), set, when: ifThere });
  },

  async postpone(ref, until) {
    const set = { text: 'SET due_at = :until REMOVE moves, since', values: { ':until': until } };
    await table.write({ update: keyOf(ref), set, when: ifThere });
  },
});

const keyOf = ({ id, type, subject }: JobRef) => outboxKey(id, type, subject);

const next = (job: HeldJob): HeldJob => ({ ...job, revision: job.revision + 1 });

/** A job that was never leased has no revision. */
const ifHeld = ({ revision }: HeldJob): Expression =>
  revision === 0
    ? { text: 'attribute_exists(due_pk) AND attribute_not_exists(revision)' }
    : { text: 'attribute_exists(due_pk) AND revision = :held', values: { ':held': revision } };

function step(table: Table, job: HeldJob, reached: JsonObject, at: Instant, text: string): Promise<boolean> {
  const values = { ':next': job.revision + 1, ':reached': JSON.stringify(reached), ':at': at };
  return table.write({ update: keyOf(job.ref), set: { text, values }, when: ifHeld(job) });
}

const heldIn = (ref: JobRef, { revision, content, reached }: v.InferOutput<typeof Row>): HeldJob => ({
  ref,
  revision,
  content: objectIn(content),
  cursor: reached === undefined ? undefined : objectIn(reached),
});

const objectIn = (text: string): JsonObject => v.parse(v.custom<JsonObject>(isJsonObject), JSON.parse(text));
