import type { Construct } from 'constructs';
import { QUEUES } from '../../shared/infrastructure-names.ts';
import type { FilesBucket } from './files-bucket.ts';
import { JobWorker, type JobWorkerProps } from './job-worker.ts';

interface HousekeepingProps extends Pick<JobWorkerProps, 'context' | 'table' | 'bus'> {
  readonly files: FilesBucket;
}

/** The worker for what follows an ending: of a meeting, a calendar connection, a member, a conversation or a workspace. */
export class Housekeeping extends JobWorker {
  constructor(scope: Construct, id: string, { files, ...props }: HousekeepingProps) {
    super(scope, id, {
      ...props,
      name: 'housekeeping',
      queueName: QUEUES.housekeepingJobs,
      description:
        'Reports meetings that ended, and cleans up after removed members, calendars, conversations and workspaces',
      jobs: [
        'job.conversation_deletion',
        'job.event_endings',
        'job.meeting_due',
        'job.member_leaving',
        'job.person_naming',
        'job.workspace_*',
      ],
      indexes: ['list'],
      failureMeans:
        'The clean-up after a disconnected calendar, a removed member or an archived workspace failed: bots may still join its meetings; or texts and exports of a deleted conversation are kept; or the end of a meeting was not reported.',
    });
    // The deletion of a conversation and the purge of a workspace delete files.
    files.grantPurge(this.fn);
  }
}
