import * as v from 'valibot';
import type { JobStep } from '#shared/commands/jobs/work-on-job';
import { later } from '#shared/domain/time';
import { ENDPOINTS_STAY_MS, type WorkspaceJob } from '#shared/domain/workspaces/archive';
import type { Clock } from '#shared/ports/clock';
import { id } from '#shared/storage/row-parts';
import { type Part, walkTwice } from './walk.ts';

export const WorkspaceContent: v.GenericSchema<unknown, WorkspaceJob> = v.object({ workspaceId: id('wks') });

interface Parts {
  /** Each ends something of the workspace and tells of it. */
  readonly endings: readonly Part<WorkspaceJob>[];
  readonly disableEndpoints: (content: WorkspaceJob) => Promise<void>;
}

const TELLING = { all: 'told' } as const;

/** Ends all that goes on in an archived workspace; once that had time to be told, there is nobody to tell any more. */
export function closingStep(clock: Clock, { endings, disableEndpoints }: Parts): JobStep {
  const end = walkTwice(clock, WorkspaceContent, ...endings);
  return async (job) => {
    if (job.cursor?.['all'] === TELLING.all) {
      await disableEndpoints(v.parse(WorkspaceContent, job.content));
      return 'done';
    }
    const progress = await end(job);
    return progress === 'done' ? { cursor: TELLING, notBefore: later(clock.now(), ENDPOINTS_STAY_MS) } : progress;
  };
}
