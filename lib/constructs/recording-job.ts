import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { AppContext } from '../surroundings.ts';
import { DeadLetters } from './dead-letters.ts';
import type { FilesBucket } from './files-bucket.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { ServiceBus } from './service-bus.ts';

interface RecordingJobProps {
  readonly appContext: AppContext;
  readonly table: MainTable;
  readonly files: FilesBucket;
  readonly bus: ServiceBus;
}

/** Fetches a recording, has it transcribed and summarized. Called asynchronously: no queue waits behind a long one. */
export class RecordingJob extends Construct {
  readonly fn: NodeFunction;

  constructor(scope: Construct, id: string, { appContext, table, files, bus }: RecordingJobProps) {
    super(scope, id);
    const failures = new DeadLetters(this, 'DeadLetters', {
      appContext,
      of: 'recording-processing',
      failureMeans:
        'Recordings were not processed: their meetings have no transcript or summary. Mend what the processing logs, then call it again with these events.',
    });
    this.fn = new NodeFunction(this, 'Function', {
      appContext,
      entry: 'workers/recording-processing',
      describedAs: 'Fetches, transcribes and summarizes a recording',
      // Copying an hour of video is the longest step.
      timeoutSeconds: 300,
      // Media is copied file by file through memory, and network speed comes with it.
      memoryMb: 1024,
      asynchronous: { retries: 2, maxAge: Duration.hours(6), failures },
    });
    table.grantReadWrite(this.fn);
    files.grantReadWrite(this.fn);
    bus.toFunction('Recordings', ['job.recording*'], this.fn);
  }
}
