import * as v from 'valibot';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { isJsonObject, type JsonObject } from '#shared/foundation/core/json';
import type { Expression, Table } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, ttlAt } from '#shared/foundation/core/time';
import { outboxKey } from '#shared/foundation/dynamodb/keys';
import type { OutboxRef } from '#shared/foundation/events/ports';

/** The key of a job's row: all that the bus and a worker's event contain. */
export type JobRef = OutboxRef;

/** After its last step, and from the time on for which it waits. */
export const JOBS_KEPT_MS = 7 * DAY_MS;

/** A job that a worker has leased. */
export interface LeasedJob {
  readonly ref: JobRef;
  /** As written in the transaction that required the job; `{}` if the key says everything. */
  readonly content: JsonObject;
  /** The position after the last step; undefined before the first. */
  readonly cursor: JsonObject | undefined;
  /** Grows with every lease and every step, so that of two workers at once one fails to save. */
  readonly revision: number;
}

const ifThere: Expression = { text: 'attribute_exists(pk)' };

const Row = v.object({
  due_at: v.optional(v.number(), 0),
  busy_until: v.optional(v.number(), 0),
  revision: v.optional(v.number(), 0),
  content: v.optional(v.string(), '{}'),
  reached: v.optional(v.string()),
});

/**
 * The rows that `putJobs` wrote. A job stays due until it is finished, and the sweeper starts due ones. A long job runs
 * in steps: it is leased, advanced after each step, and left to a later invocation. It is kept for a week after each. All
 * methods throw `Throttled`.
 */
export const jobRows = (table: Table) => ({
  /** Leases the job until a time. Undefined if it is finished or gone, or if another lease is in force. */
  async take(ref: JobRef, now: Instant, until: Instant): Promise<LeasedJob | undefined> {
    const item = await table.get(keyOf(ref));
    if (item?.due_pk === undefined) return undefined;
    const row = v.parse(Row, item);
    if (row.busy_until > now) return undefined;
    const { revision, content, reached } = row;
    const job = {
      ref,
      revision,
      content: objectIn(content),
      cursor: reached === undefined ? undefined : objectIn(reached),
    };
    // A due time that the sweeper postponed stays: a lease is no progress yet.
    const set = {
      text: 'SET revision = :next, busy_until = :until, due_at = :due',
      values: { ':next': revision + 1, ':until': until, ':due': Math.max(row.due_at, until) },
    };
    return (await table.write({ update: keyOf(ref), set, when: ifLeased(job) })) ? next(job) : undefined;
  },

  /** Whether the job is there and not finished. */
  async isOpen(ref: JobRef): Promise<boolean> {
    return (await table.get(keyOf(ref)))?.due_pk !== undefined;
  },

  /** The workspace of a job that waits for a worker. Undefined if it is finished, gone or leased. */
  async workspaceOfWaiting(ref: JobRef, now: Instant): Promise<WorkspaceId | undefined> {
    const item = await table.get(keyOf(ref));
    if (item?.due_pk === undefined) return undefined;
    const { busy_until: busyUntil, content } = v.parse(Row, item);
    return busyUntil > now ? undefined : idOf('wks', objectIn(content)['workspaceId']);
  },

  /** Saves the cursor and extends the lease. Undefined, and nothing saved, if another worker has leased it since. */
  async advance(job: LeasedJob, cursor: JsonObject, until: Instant): Promise<LeasedJob | undefined> {
    const set = 'revision = :next, reached = :reached, busy_until = :at, due_at = :at REMOVE moves, since';
    return (await step(table, job, cursor, until, set)) ? { ...next(job), cursor } : undefined;
  },

  /** Saves the cursor and ends the lease: the job is due again at that time. Nothing if another worker has it. */
  async leave(job: LeasedJob, cursor: JsonObject, dueAgainAt: Instant): Promise<void> {
    const set = 'revision = :next, reached = :reached, due_at = :at REMOVE moves, since, busy_until';
    await step(table, job, cursor, dueAgainAt, set);
  },

  /** Ends the lease after a failure: the job stays due, and its next try need not wait. */
  async release(job: LeasedJob): Promise<void> {
    await table.write({ update: keyOf(job.ref), set: { text: 'REMOVE busy_until' }, when: ifLeased(job) });
  },

  async finish(ref: JobRef): Promise<void> {
    await table.write({ update: keyOf(ref), set: { text: 'REMOVE due_pk, due_at, busy_until' }, when: ifThere });
  },

  async postpone(ref: JobRef, until: Instant): Promise<void> {
    const set = { text: 'SET due_at = :until REMOVE moves, since', values: { ':until': until } };
    await table.write({ update: keyOf(ref), set, when: ifThere });
  },
});

export type JobRows = ReturnType<typeof jobRows>;

const keyOf = ({ id, type, subject }: JobRef) => outboxKey(id, type, subject);

const next = (job: LeasedJob): LeasedJob => ({ ...job, revision: job.revision + 1 });

/** A job that was never leased has no revision. */
const ifLeased = ({ revision }: LeasedJob): Expression =>
  revision === 0
    ? { text: 'attribute_exists(due_pk) AND attribute_not_exists(revision)' }
    : { text: 'attribute_exists(due_pk) AND revision = :held', values: { ':held': revision } };

function step(table: Table, job: LeasedJob, reached: JsonObject, at: Instant, text: string): Promise<boolean> {
  const kept = { ':ttl': ttlAt(later(at, JOBS_KEPT_MS)) };
  const values = { ':next': job.revision + 1, ':reached': JSON.stringify(reached), ':at': at, ...kept };
  const set = { text: `SET #ttl = :ttl, ${text}`, names: { '#ttl': 'ttl' }, values };
  return table.write({ update: keyOf(job.ref), set, when: ifLeased(job) });
}

const objectIn = (text: string): JsonObject => v.parse(v.custom<JsonObject>(isJsonObject), JSON.parse(text));
