import type { Construct } from 'constructs';
import { ENV, QUEUES } from '../../shared/foundation/infrastructure-names.ts';
import type { StageConfig } from '../config.ts';
import type { FilesBucket } from './files-bucket.ts';
import { grantTranscriptionJobs } from './grant-transcription-jobs.ts';
import { JobWorker, type JobWorkerProps } from './job-worker.ts';
import type { SecretsKey } from './secrets-key.ts';

interface MediaProcessingProps extends Pick<JobWorkerProps, 'context' | 'table' | 'bus'> {
  readonly files: FilesBucket;
  readonly secrets: SecretsKey;
}

/** Where the stage has no maximum concurrency. */
const LONG_INGESTIONS = 5;

/** Half of what works at a time: a download without byte ranges holds a worker for up to 13 minutes, a file that is slow to read for four. */
const longIngestions = ({ concurrency: { jobs } }: StageConfig): number =>
  jobs === undefined ? LONG_INGESTIONS : Math.max(1, Math.floor(jobs / 2));

/** The worker that copies the media files of orders, has their speech recognized, and removes uploads that have ended. */
export class MediaProcessing extends JobWorker {
  constructor(scope: Construct, id: string, { files, secrets, ...props }: MediaProcessingProps) {
    super(scope, id, {
      ...props,
      name: 'media-processing',
      queueName: QUEUES.mediaJobs,
      description: 'Copies the media files of orders and transcribes them, and removes uploads that have ended',
      jobs: ['job.ingestion', 'job.transcription'],
      indexes: [],
      // A file from a source without byte ranges has to arrive in one invocation: 13 minutes and what comes before and after.
      timeoutSeconds: 900,
      // Media is copied part by part, 64 MB at most; network bandwidth grows with memory.
      memoryMb: 1024,
      failureMeans: 'Files of orders are not transcribed.',
    });
    this.fn.addEnvironment(ENV.longIngestions, String(longIngestions(props.context.config)));
    files.grantReadWrite(this.fn, 'media');
    files.grantReadWrite(this.fn, 'texts');
    files.grantMultipart(this.fn, 'texts');
    files.grantRead(this.fn, 'glossaries');
    files.grantTranscribe(this.fn);
    grantTranscriptionJobs(this.fn, props.context.config);
    secrets.grantOpen(this.fn, 'model-server');
    secrets.grantOpen(this.fn, 'media-url');
  }
}
