import type { Clock } from '#shared/core/clock';
import type { JsonObject } from '#shared/core/json';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import type { HeldJob, JobRef, JobRows } from '#shared/events/ports/job-rows';

/** How far a job came: all the way, or so far, to go on at once or not before a moment. */
export type Progress = 'done' | { readonly cursor: JsonObject; readonly notBefore?: Instant };

/**
 * The next piece of a job, half a minute of work at most. What it did before it was cut off is done again by whoever
 * takes the job up, from the same cursor: so a step changes nothing the second time.
 */
export type JobStep = (job: Pick<HeldJob, 'content' | 'cursor'>) => Promise<Progress>;

interface Needs {
  readonly jobs: JobRows;
  readonly clock: Clock;
}

interface Slice {
  readonly step: JobStep;
  /** Milliseconds until the platform cuts us off. */
  readonly timeLeft: () => number;
}

/** Longer than a step takes; whoever died with a job in hand keeps it from others for no longer. */
const HELD_MS = 2 * MINUTE_MS;
/** No further step is begun when less is left. */
const STEP_MS = 45 * SECOND_MS;

/**
 * Works on a job step by step, keeping how far it came after each, until it is done, is to wait, or time runs out.
 * What is left then is due at once, and found by the next sweep. Told twice of a job, the second leaves it alone.
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

/** A step that fails lets go of the job, so that the next try need not wait for our time to be up. */
async function stepped(jobs: JobRows, held: HeldJob, step: JobStep): Promise<Progress> {
  try {
    return await step(held);
  } catch (error) {
    await jobs.drop(held);
    throw error;
  }
}
