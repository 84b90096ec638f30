import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { QUEUES } from '../../shared/foundation/infrastructure-names.ts';
import type { FilesBucket } from './files-bucket.ts';
import { JobWorker, type JobWorkerProps } from './job-worker.ts';
import type { SecretsKey } from './secrets-key.ts';

interface OrderProcessingProps extends Pick<JobWorkerProps, 'context' | 'table' | 'bus'> {
  readonly files: FilesBucket;
  readonly secrets: SecretsKey;
}

/** The worker that makes the texts of orders: it reads texts, translates them slice by slice, stores the results, and deletes them once their time in the trash is over. */
export class OrderProcessing extends JobWorker {
  constructor(scope: Construct, id: string, { files, secrets, ...props }: OrderProcessingProps) {
    super(scope, id, {
      ...props,
      name: 'order-processing',
      queueName: QUEUES.orderJobs,
      description: 'Makes the texts of orders',
      jobs: ['job.order', 'job.translation'],
      indexes: [],
      failureMeans: 'Orders get no translations, and conversations stay in the trash for longer than 30 days.',
    });
    files.grantRead(this.fn, 'recordings');
    files.grantRead(this.fn, 'glossaries');
    files.grantReadWrite(this.fn, 'texts');
    secrets.grantOpen(this.fn, 'model-server');
    secrets.grantOpen(this.fn, 'erasure-key');
    // The actions have no resources, only conditions. Without a source language, Translate asks Comprehend for it.
    this.fn.allow(['translate:TranslateText', 'comprehend:DetectDominantLanguage'], ['*'], {
      StringEquals: { 'aws:RequestedRegion': Stack.of(this).region },
    });
  }
}
