import { Duration, SecretValue } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ENV } from '../../shared/infrastructure-names.ts';
import type { AppContext } from '../app-context.ts';
import type { SummaryModelConfig } from '../config.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import type { FilesBucket } from './files-bucket.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { SecretsKey } from './secrets-key.ts';
import type { ServiceBus } from './service-bus.ts';

interface RecordingProcessingProps {
  readonly context: AppContext;
  readonly table: MainTable;
  readonly files: FilesBucket;
  readonly secrets: SecretsKey;
  readonly bus: ServiceBus;
}

/** The worker that downloads, transcribes and summarizes a recording. It is invoked asynchronously, since a run is long. */
export class RecordingProcessing extends Construct {
  readonly fn: NodeFunction;

  constructor(scope: Construct, id: string, { context, table, files, secrets, bus }: RecordingProcessingProps) {
    super(scope, id);
    const failures = new DeadLetterQueue(this, 'DeadLetters', {
      context,
      of: 'recording-processing',
      failureMeans:
        'Recordings were not processed: their meetings have no transcript or summary. Read the log of recording-processing, fix the cause, then invoke it again with these events.',
    });
    this.fn = new NodeFunction(this, 'Function', {
      context,
      entry: 'workers/recording-processing',
      description: 'Downloads, transcribes and summarizes a recording',
      // A file from a source without byte ranges has to arrive in one invocation: 13 minutes and what comes before and after.
      timeoutSeconds: 900,
      // Media is copied part by part, 64 MB at most; network bandwidth grows with memory.
      memoryMb: 1024,
      asynchronous: { retries: 2, maxAge: Duration.hours(6), failures },
    });
    if (context.config.summaries) this.useModel(context.config.summaries);
    table.grantReadWrite(this.fn);
    secrets.grantOpen(this.fn, 'recorder-secrets');
    secrets.grantOpen(this.fn, 'model-server');
    files.grantReadWrite(this.fn, 'recordings');
    files.grantMultipart(this.fn, 'recordings');
    files.grantRead(this.fn, 'simulator');
    bus.toFunction('Recordings', ['job.recording*'], this.fn);
  }

  /** CloudFormation reads the key from Secrets Manager: it is in no template. */
  private useModel({ model, secret }: SummaryModelConfig): void {
    this.fn.addEnvironment(ENV.summaryModel, model);
    if (secret !== undefined)
      this.fn.addEnvironment(ENV.summaryApiKey, SecretValue.secretsManager(secret).unsafeUnwrap());
  }
}
