import type { Construct } from 'constructs';
import { QUEUES } from '../../shared/foundation/infrastructure-names.ts';
import { JobWorker, type JobWorkerProps } from './job-worker.ts';

/** The worker that propagates changed settings. */
export class SettingsReach extends JobWorker {
  constructor(scope: Construct, id: string, props: Pick<JobWorkerProps, 'context' | 'table' | 'bus'>) {
    super(scope, id, {
      ...props,
      name: 'settings-reach',
      queueName: QUEUES.settingsJobs,
      description: 'Applies changed settings to upcoming meetings and their bots',
      jobs: ['job.reach'],
      indexes: ['list'],
      failureMeans: 'Settings were not applied to upcoming meetings: bots may join unwanted, or be missing.',
    });
  }
}
