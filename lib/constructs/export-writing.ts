import type { Construct } from 'constructs';
import { QUEUES } from '../../shared/foundation/infrastructure-names.ts';
import type { FilesBucket } from './files-bucket.ts';
import { JobWorker, type JobWorkerProps } from './job-worker.ts';

interface ExportWritingProps extends Pick<JobWorkerProps, 'context' | 'table' | 'bus'> {
  readonly files: FilesBucket;
}

/** The worker that writes the files of exports. */
export class ExportWriting extends JobWorker {
  constructor(scope: Construct, id: string, { files, ...props }: ExportWritingProps) {
    super(scope, id, {
      ...props,
      name: 'export-writing',
      queueName: QUEUES.exportJobs,
      description: 'Writes conversations as files, and deletes files that are over',
      jobs: ['job.export'],
      indexes: [],
      // A file is written in one step. A PDF of 3.5 million characters, beyond which an export fails, takes up to 1.1 GB and
      // over two minutes of a processor (`npm run bench -- parsers`): either is to be less than half.
      memoryMb: 2304,
      timeoutSeconds: 420,
      failureMeans: 'Exports are not written, or their files were not deleted after a day.',
    });
    files.grantRead(this.fn, 'recordings');
    files.grantRead(this.fn, 'texts');
    files.grantReadWrite(this.fn, 'exports');
  }
}
