import { Stack } from 'aws-cdk-lib';
import { transcribeJobPrefix } from '../../shared/foundation/infrastructure-names.ts';
import type { StageConfig } from '../config.ts';
import { suppressNagRule } from '../nag-suppressions.ts';
import type { NodeFunction } from './node-function.ts';

/** Reads and deletes jobs of Amazon Transcribe: those of this stage alone. */
export function grantTranscriptionJobs(fn: NodeFunction, { stage }: StageConfig): void {
  const jobs = Stack.of(fn).formatArn({
    service: 'transcribe',
    resource: 'transcription-job',
    resourceName: `${transcribeJobPrefix(stage)}*`,
  });
  fn.allow(['transcribe:GetTranscriptionJob', 'transcribe:DeleteTranscriptionJob'], [jobs]);
  suppressNagRule(
    fn.role ?? fn,
    `AwsSolutions-IAM5[Resource::${jobs}]`,
    'The jobs of this stage, which are named by their bots and operations.',
  );
}
