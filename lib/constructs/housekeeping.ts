import type { Construct } from 'constructs';
import { QUEUES } from '../../shared/foundation/infrastructure-names.ts';
import type { FilesBucket } from './files-bucket.ts';
import { JobWorker, type JobWorkerProps } from './job-worker.ts';
import type { SecretsKey } from './secrets-key.ts';

interface HousekeepingProps extends Pick<JobWorkerProps, 'context' | 'table' | 'bus'> {
  readonly files: FilesBucket;
  readonly secrets: SecretsKey;
}

/**
 * The worker for what follows a meeting for its people, and what follows an ending: of a meeting, a calendar connection,
 * a member, a conversation or a workspace.
 */
export class Housekeeping extends JobWorker {
  constructor(scope: Construct, id: string, { files, secrets, ...props }: HousekeepingProps) {
    super(scope, id, {
      ...props,
      name: 'housekeeping',
      queueName: QUEUES.housekeepingJobs,
      description:
        'Reports meetings that ended, counts people, and cleans up after removed members, calendars, meetings, conversations and workspaces',
      jobs: [
        'job.conversation_deletion',
        'job.conversation_indexing',
        'job.event_endings',
        'job.meeting_deletion',
        'job.member_leaving',
        'job.people_*',
        'job.person_*',
        'job.usage',
        'job.workspace_*',
      ],
      // Search merges 300 texts of hours into one file.
      memoryMb: 1024,
      // A company asks which of its people was met last.
      indexes: ['list', 'order'],
      failureMeans:
        'Bots may join after a calendar, member or workspace was removed; deleted texts stay; ends of meetings are not reported.',
    });
    // The deletion of a conversation and the purge of a workspace delete files.
    files.grantPurge(this.fn);
    // Erased people leave transcripts, summaries and search, which follows every text.
    for (const kind of ['recordings', 'texts', 'search'] as const) files.grantReadWrite(this.fn, kind);
    secrets.grantSealAndOpen(this.fn, 'erasure-key');
    // What links are used for is counted here, as usage is: one more queue would be polled while nothing happens.
    files.grantReadAccessLog(this.fn);
    props.bus.objectsToQueue('AccessLogStored', files.accessLog, this.queue);
  }
}
