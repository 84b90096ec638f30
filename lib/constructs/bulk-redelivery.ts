import type { Construct } from 'constructs';
import { QUEUES } from '../../shared/foundation/infrastructure-names.ts';
import { JobWorker, type JobWorkerProps } from './job-worker.ts';

/** The worker for many deliveries at once: bulk redeliveries, and skipping what waits for a closed endpoint. */
export class BulkRedelivery extends JobWorker {
  constructor(scope: Construct, id: string, props: Pick<JobWorkerProps, 'context' | 'table' | 'bus'>) {
    super(scope, id, {
      ...props,
      name: 'bulk-redelivery',
      queueName: QUEUES.redeliveryJobs,
      description: 'Redelivers what an endpoint missed, and skips what waits for a closed one',
      jobs: ['job.bulk_redelivery', 'job.endpoint_closing'],
      indexes: ['list', 'order'],
      failureMeans:
        'A bulk redelivery of webhooks stopped, or events wait for a disabled or deleted endpoint until their next attempt.',
    });
  }
}
