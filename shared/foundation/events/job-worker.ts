import * as v from 'valibot';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Clock } from '#shared/foundation/core/clock';
import { idOf } from '#shared/foundation/core/ids';
import { inSequence } from '#shared/foundation/core/in-sequence';
import type { JsonObject } from '#shared/foundation/core/json';
import { LeaseLost } from '#shared/foundation/core/store';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { type JobRef, type JobRows, jobRows, type LeasedJob } from '#shared/foundation/events/jobs';
import { subjectIn } from '#shared/foundation/events/rules/outbox-subject';

/**
 * The result of a step: the job is done, or continues from a cursor, at once or not before a time. `isTurnOver`: it
 * continues behind the other jobs of its workspace, however much time is left.
 */
export type Progress =
  | 'done'
  | { readonly cursor: JsonObject; readonly notBefore?: Instant; readonly isTurnOver?: true };

/**
 * One step of a job, as long as `StepDurations` says. A step that is interrupted is repeated from the same cursor, so
 * it is idempotent.
 */
export type JobStep = (job: Pick<LeasedJob, 'content' | 'cursor'>, lease: JobLease) => Promise<Progress>;

/** The lease of a job, for a step that saves how far it is before it ends. */
export interface JobLease {
  /** Saves the cursor and extends the lease. Throws `LeaseLost` if another worker has taken the job since. */
  save(cursor: JsonObject): Promise<void>;
  /** Milliseconds left in this invocation. */
  timeLeft(): number;
}

/** How long steps take. */
export interface StepDurations {
  /** Longer than a step takes: a worker that dies blocks the job for no longer. */
  readonly leaseMs: number;
  /** No further step is begun when less is left of an invocation. */
  readonly minTimeLeftMs: number;
}

interface Needs {
  readonly jobs: JobRows;
  readonly clock: Clock;
  readonly times?: StepDurations | undefined;
}

interface JobInvocation {
  readonly step: JobStep;
  /** Milliseconds left in this invocation. */
  readonly timeLeft: () => number;
  /** Sends a message for what is left when time runs out. Without it, the sweeper starts the rest. */
  readonly requeue?: Requeue | undefined;
}

type Requeue = () => Promise<void>;

/** Of steps of half a minute. */
const SHORT: StepDurations = { leaseMs: 2 * MINUTE_MS, minTimeLeftMs: 45 * SECOND_MS };

/**
 * Runs a job step by step and saves the cursor after each, until the job is done, has to wait, or time runs out. The
 * rest is queued again, or else is due at once and found by the next sweep. A second message about a job that is
 * leased, or has to wait, changes nothing.
 */
export const workOnJob =
  ({ jobs, clock, times = SHORT }: Needs) =>
  async (ref: JobRef, invocation: JobInvocation): Promise<'done' | 'later' | 'not_leased'> => {
    const until = () => later(clock.now(), times.leaseMs);
    let job = await jobs.take(ref, clock.now(), until());
    while (job) {
      const lease = leaseOf(jobs, job, { until, timeLeft: invocation.timeLeft });
      const progress = await runStep(jobs, lease, invocation.step);
      if (progress === 'lost') return 'not_leased';
      if (progress === 'done') {
        await jobs.finish(ref);
        return 'done';
      }
      if (await leaveIfNeeded(jobs, lease, progress, { invocation, until, clock, times })) return 'later';
      job = await jobs.advance(lease.leased(), progress.cursor, until());
    }
    return 'not_leased';
  };

interface Remaining {
  readonly invocation: JobInvocation;
  readonly until: () => Instant;
  readonly clock: Clock;
  readonly times: StepDurations;
}

/** Leaves the job to a later invocation where it has to wait, or time runs out; true if it did. */
async function leaveIfNeeded(
  jobs: JobRows,
  lease: OpenLease,
  { cursor, notBefore, isTurnOver }: Exclude<Progress, 'done'>,
  { invocation, until, clock, times }: Remaining,
): Promise<boolean> {
  if (notBefore !== undefined) {
    // Leased until then: a message that comes twice must not shorten the wait.
    await jobs.advance(lease.leased(), cursor, notBefore);
    return true;
  }
  if (!isTurnOver && invocation.timeLeft() >= times.minTimeLeftMs) return false;
  // The sweeper need not send a second message, unless the first is lost.
  await jobs.leave(lease.leased(), cursor, invocation.requeue ? until() : clock.now());
  await invocation.requeue?.();
  return true;
}

type OpenLease = JobLease & { leased(): LeasedJob };

/** The job as it was last saved: by the step before, or by `save`. */
function leaseOf(
  jobs: JobRows,
  taken: LeasedJob,
  { until, timeLeft }: { readonly until: () => Instant; readonly timeLeft: () => number },
): OpenLease {
  let leased = taken;
  return {
    leased: () => leased,
    timeLeft,
    // Also for a step that does several things at once: each save is guarded by the one before.
    save: inSequence(async (cursor: JsonObject) => {
      const advanced = await jobs.advance(leased, cursor, until());
      if (!advanced) throw new LeaseLost();
      leased = advanced;
    }),
  };
}

/**
 * A step that fails ends the lease, so that the next attempt need not wait for it. Where the lease cannot be ended it
 * lapses by itself: the error of the step says what is wrong, and is the one that is thrown.
 */
async function runStep(jobs: JobRows, lease: OpenLease, step: JobStep): Promise<Progress | 'lost'> {
  try {
    return await step(lease.leased(), lease);
  } catch (error) {
    if (error instanceof LeaseLost) return 'lost';
    await jobs.release(lease.leased()).catch(() => undefined);
    throw error;
  }
}

/** What a rule of the bus hands over: the type and key of a job's row. */
export interface JobEvent {
  readonly 'detail-type': string;
  readonly detail: unknown;
}

export interface Invocation {
  getRemainingTimeInMillis(): number;
}

/** Whether a message that is no job has to leave its invocation to others, as a job with steps of half a minute does. */
export const isTurnOver = (invocation: Invocation): boolean =>
  invocation.getRemainingTimeInMillis() < SHORT.minTimeLeftMs;

interface Work {
  /** By type of job. */
  readonly steps: Readonly<Record<string, JobStep>>;
  /** The name of the worker in its log lines. */
  readonly worker: string;
  readonly log: (entry: Readonly<Record<string, unknown>>) => void;
  /** Left out: those of steps that take half a minute at most. */
  readonly times?: StepDurations;
}

/** Works on the job that an event names, and answers the outcome in a word. */
export type JobHandler = (event: JobEvent, invocation: Invocation, requeue?: Requeue) => Promise<string>;

/**
 * The work of a function with jobs in steps. What it throws the platform tries again, and the job stays due; a type
 * without a step is a defect and ends in the dead-letter queue.
 */
export function jobWorker({ table, clock }: CommandContext, { steps, worker, log, times }: Work): JobHandler {
  const work = workOnJob({ jobs: jobRows(table), clock, times });
  return async (event, invocation, requeue) => {
    const job = jobIn(event);
    const step = steps[job.type];
    if (!step) throw new Error(`There is no step for ${job.type}.`);
    const outcome = await work(job, { step, timeLeft: () => invocation.getRemainingTimeInMillis(), requeue });
    log({ worker, job: job.type, id: job.id, outcome });
    return outcome;
  };
}

const Detail = v.object({ id: v.string(), subject: v.optional(v.string()) });

/** Throws where the event names no job. */
export function jobIn(event: JobEvent): JobRef {
  const detail = v.parse(Detail, event.detail);
  const id = idOf('out', detail.id);
  if (!id) throw new Error('The event names no job.');
  const subject = subjectIn(detail.subject);
  return { id, type: event['detail-type'], ...(subject && { subject }) };
}
