import { Duration } from 'aws-cdk-lib';
import { Match, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { QUEUES, TRANSCRIBE_JOB_CHANGED, transcribeJobPrefix } from '../../shared/foundation/infrastructure-names.ts';
import type { StageConfig } from '../config.ts';
import type { FilesBucket } from './files-bucket.ts';
import { grantBedrock } from './grant-bedrock.ts';
import { grantTranscriptionJobs } from './grant-transcription-jobs.ts';
import { JobWorker, type JobWorkerProps } from './job-worker.ts';
import type { SecretsKey } from './secrets-key.ts';

interface RecordingProcessingProps extends Pick<JobWorkerProps, 'context' | 'table' | 'bus'> {
  readonly files: FilesBucket;
  readonly secrets: SecretsKey;
}

/** The worker that downloads, transcribes and summarizes a recording, and summarizes the texts of orders. */
export class RecordingProcessing extends JobWorker {
  constructor(scope: Construct, id: string, { files, secrets, ...props }: RecordingProcessingProps) {
    super(scope, id, {
      ...props,
      name: 'recording-processing',
      queueName: QUEUES.recordingJobs,
      description: 'Downloads, transcribes and summarizes a recording',
      jobs: ['job.recorder_leaving', 'job.recording*', 'job.summary'],
      indexes: [],
      concurrency: 'recordings',
      // A file from a source without byte ranges has to arrive in one invocation: 13 minutes and what comes before and after.
      timeoutSeconds: 900,
      // Media is copied part by part, 64 MB at most; network bandwidth grows with memory.
      memoryMb: 1024,
      failureMeans: 'Meetings get no transcript or summary, or removed recordings are kept.',
    });
    const { config } = props.context;
    grantBedrock(this.fn, config.bedrockModels);
    secrets.grantOpen(this.fn, 'recorder-secrets');
    secrets.grantOpen(this.fn, 'model-server');
    // Made by the first erasure, before which nothing asks for it.
    secrets.grantOpen(this.fn, 'erasure-key');
    files.grantReadWrite(this.fn, 'recordings');
    // Summaries of the texts of orders lie beside them.
    files.grantReadWrite(this.fn, 'texts');
    files.grantMultipart(this.fn, 'recordings');
    // A bot that was asked to leave and is still in its call is asked again; the simulator stores that as a file.
    files.grantReadWrite(this.fn, 'simulator');
    files.grantTranscribe(this.fn);
    grantTranscriptionJobs(this.fn, config);
    this.reportTranscriptions(config);
  }

  /** The rule reports jobs that have ended; a lost report is made up for by a look after five minutes. */
  private reportTranscriptions({ stage }: StageConfig): void {
    new Rule(this, 'TranscriptionEnded', {
      eventPattern: {
        source: ['aws.transcribe'],
        detailType: [TRANSCRIBE_JOB_CHANGED],
        detail: {
          TranscriptionJobName: Match.prefix(transcribeJobPrefix(stage)),
          TranscriptionJobStatus: ['COMPLETED', 'FAILED'],
        },
      },
      targets: [
        new SqsQueue(this.queue.queue, {
          deadLetterQueue: this.queue.deadLetters,
          retryAttempts: 10,
          maxEventAge: Duration.hours(1),
        }),
      ],
    });
  }
}
