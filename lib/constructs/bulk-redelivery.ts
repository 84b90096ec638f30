import type { Construct } from 'constructs';
import { JobWorker, type JobWorkerProps } from './job-worker.ts';

/** Turns a partner's wish for all that an endpoint missed into askings, one for each event. */
export class BulkRedelivery extends JobWorker {
  constructor(scope: Construct, id: string, props: Pick<JobWorkerProps, 'appContext' | 'table' | 'bus'>) {
    super(scope, id, {
      ...props,
      name: 'bulk-redelivery',
      describedAs: 'Asks for every event that an endpoint missed to be sent once more',
      jobs: ['job.bulk_redelivery'],
      indexes: ['order'],
      failureMeans:
        'Webhooks that a partner asked for in bulk are not being sent again. The job stays due and the sweeper starts it again where it stopped; see what bulk-redelivery logs, mend it, then purge.',
    });
  }
}
