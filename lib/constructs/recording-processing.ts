import { Duration } from 'aws-cdk-lib';
import { Match, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { TRANSCRIBE_JOB_CHANGED, transcribeJobPrefix } from '../../shared/infrastructure-names.ts';
import type { AppContext } from '../app-context.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import type { FilesBucket } from './files-bucket.ts';
import { grantBedrock } from './grant-bedrock.ts';
import { grantTranscriptionJobs } from './grant-transcription-jobs.ts';
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

/** The worker that downloads, transcribes and summarizes a recording, and summarizes the texts of orders. It is invoked asynchronously, since a run is long. */
export class RecordingProcessing extends Construct {
  readonly fn: NodeFunction;

  constructor(scope: Construct, id: string, { context, table, files, secrets, bus }: RecordingProcessingProps) {
    super(scope, id);
    const failures = new DeadLetterQueue(this, 'DeadLetters', {
      context,
      of: 'recording-processing',
      failureMeans:
        'Recordings were not processed: their meetings have no transcript or summary; or texts of orders have no summary; or recordings that were removed are kept. Read the log of recording-processing, fix the cause, then invoke it again with these events.',
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
    table.grantReadWrite(this.fn);
    grantBedrock(this.fn, context.config.bedrockModels);
    secrets.grantOpen(this.fn, 'recorder-secrets');
    secrets.grantOpen(this.fn, 'model-server');
    // Made by the first erasure, before which nothing asks for it.
    secrets.grantOpen(this.fn, 'erasure-key');
    files.grantReadWrite(this.fn, 'recordings');
    // Summaries of the texts of orders lie beside them.
    files.grantReadWrite(this.fn, 'texts');
    files.grantMultipart(this.fn, 'recordings');
    files.grantRead(this.fn, 'simulator');
    bus.toFunction('Recordings', ['job.recording*', 'job.summary'], this.fn);
    files.grantTranscribe(this.fn);
    grantTranscriptionJobs(this.fn, context.config);
    this.reportTranscriptions(context, failures);
  }

  /** The rule reports jobs that have ended; a lost report is made up for by a look after five minutes. */
  private reportTranscriptions({ config }: AppContext, failures: DeadLetterQueue): void {
    const prefix = transcribeJobPrefix(config.stage);
    new Rule(this, 'TranscriptionEnded', {
      eventPattern: {
        source: ['aws.transcribe'],
        detailType: [TRANSCRIBE_JOB_CHANGED],
        detail: {
          TranscriptionJobName: Match.prefix(prefix),
          TranscriptionJobStatus: ['COMPLETED', 'FAILED'],
        },
      },
      targets: [
        new LambdaFunction(this.fn, {
          deadLetterQueue: failures.queue,
          retryAttempts: 10,
          maxEventAge: Duration.hours(1),
        }),
      ],
    });
  }
}
