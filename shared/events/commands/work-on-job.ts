import type { Clock } from '#shared/core/clock';
import type { JsonObject } from '#shared/core/json';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import type { HeldJob, JobRef, JobRows } from '#shared/events/ports/job-rows';

/** The result of a step: the job is done, or continues from a cursor, at once or not before a time. */
export type Progress = 'done' | { readonly cursor: JsonObject; readonly notBefore?: Instant };

/**
 * One step of a job, half a minute of work at most. A step that is interrupted is repeated from the same cursor, so it is
 * idempotent.
 */
export type JobStep = (job: Pick<HeldJob, 'content' | 'cursor'>) => Promise<Progress>;

interface Needs {
  readonly jobs: JobRows;
  readonly clock: Clock;
}

interface Slice {
  readonly step: JobStep;
  /** Milliseconds left in this invocation. */
  readonly timeLeft: () => number;
}

/** Longer than a step takes: a worker that dies blocks the job for no longer. */
const HELD_MS = 2 * MINUTE_MS;
/** No further step is begun when less is left. */
const STEP_MS = 45 * SECOND_MS;

/**
 * Runs a job step by step and saves the cursor after each, until the job is done, has to wait, or time runs out. What is
 * left then is due at once, and the next sweep finds it. A second message about a leased job changes nothing.
 */
export const workOnJob =
  ({ jobs, clock }: Needs) =>
  async (ref: JobRef, { step, timeLeft }: Slice): Promise<'done' | 'later' | 'elsewhere'> => {
    const until = () => later(clock.now(), HELD_MS);
    let held = await jobs.take(ref, clock.now(), until());
    while (held) {
      const progress = await stepped(jobs, held, step);
      if (progress === 'done') {
        await jobs.finish(ref);
        return 'done';
      }
      const { cursor, notBefore } = progress;
      if (notBefore !== undefined || timeLeft() < STEP_MS) {
        await jobs.leave(held, cursor, notBefore ?? clock.now());
        return 'later';
      }
      held = await jobs.advance(held, cursor, until());
    }
    return 'elsewhere';
  };

/** A step that fails ends the lease, so that the next attempt need not wait for it. */
async function stepped(jobs: JobRows, held: HeldJob, step: JobStep): Promise<Progress> {
  try {
    return await step(held);
  } catch (error) {
    await jobs.drop(held);
    throw error;
  }
}
