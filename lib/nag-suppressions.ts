import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Suppresses one cdk-nag finding on a construct and everything below it. The reason is for reviewers. */
export const suppressNagRule = (construct: IConstruct, id: string, reason: string): void =>
  Validations.of(construct).acknowledge({ id, reason });
