import type { Construct } from 'constructs';
import { JobWorker, type JobWorkerProps } from './job-worker.ts';

/** The worker that turns a bulk redelivery into one redelivery job for each missed event. */
export class BulkRedelivery extends JobWorker {
  constructor(scope: Construct, id: string, props: Pick<JobWorkerProps, 'context' | 'table' | 'bus'>) {
    super(scope, id, {
      ...props,
      name: 'bulk-redelivery',
      description: 'Requests redelivery of every event that an endpoint missed',
      jobs: ['job.bulk_redelivery'],
      indexes: ['order'],
      failureMeans:
        'A bulk redelivery of webhooks stopped. The job stays due and the sweeper starts it again where it stopped. Read the log of bulk-redelivery, fix the cause, then purge the queue.',
    });
  }
}
