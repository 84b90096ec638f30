import { Stack } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** The ARN of an identity in SES, which the operator has verified in the region of the stack. */
export const mailIdentityArn = (scope: IConstruct, identity: string): string =>
  Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName: identity });
