import * as v from 'valibot';
import type { CommandContext } from '#shared/commands/context';
import { idOf } from '#shared/core/ids';
import { type JobStep, workOnJob } from '#shared/events/commands/work-on-job';
import { jobRows } from '#shared/events/jobs';
import type { JobRef } from '#shared/events/ports/job-rows';

/** What a rule of the bus hands over: the type and key of a job's row. */
export interface JobEvent {
  readonly 'detail-type': string;
  readonly detail: unknown;
}

interface Invocation {
  getRemainingTimeInMillis(): number;
}

interface Work {
  /** By type of job. */
  readonly steps: Readonly<Record<string, JobStep>>;
  readonly note: (entry: Readonly<Record<string, unknown>>) => void;
}

/**
 * The handler of a worker that the bus calls with jobs in steps. What it throws the platform tries again, and the job
 * stays due; a type without a step is a fault of ours and ends among the dead letters.
 */
export function jobWorker({ table, clock }: CommandContext, { steps, note }: Work) {
  const work = workOnJob({ jobs: jobRows(table), clock });
  return async (event: JobEvent, invocation: Invocation): Promise<void> => {
    const job = jobIn(event);
    const step = steps[job.type];
    if (!step) throw new Error(`There is no step for ${job.type}.`);
    const outcome = await work(job, { step, timeLeft: () => invocation.getRemainingTimeInMillis() });
    note({ job: job.type, id: job.id, outcome });
  };
}

const Detail = v.object({ id: v.string(), subject: v.optional(v.string()) });

function jobIn(event: JobEvent): JobRef {
  const detail = v.parse(Detail, event.detail);
  const id = idOf('out', detail.id);
  if (!id) throw new Error('The event names no job.');
  const subject = idOf('bot', detail.subject) ?? idOf('evt', detail.subject);
  return { id, type: event['detail-type'], ...(subject && { subject }) };
}
