import * as v from 'valibot';
import type { Clock } from '#shared/core/clock';
import { later } from '#shared/core/time';
import { id } from '#shared/dynamodb/row-parts';
import type { JobStep } from '#shared/events/commands/work-on-job';
import { ENDPOINTS_STAY_MS, type WorkspaceJob } from '#shared/workspaces/rules/archive';
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
