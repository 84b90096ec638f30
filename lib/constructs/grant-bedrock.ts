import { Aws, Stack } from 'aws-cdk-lib';
import { suppressNagRule } from '../nag-suppressions.ts';
import type { NodeFunction } from './node-function.ts';

/** System-defined inference profiles begin with a geography: `eu.`, `us-gov.`, `apac.`, `global.` */
const PROFILE = /^(?:[a-z]{2}|us-gov|apac|global)\./;

const INVOKE = ['bedrock:InvokeModel'];

/** Lets a function invoke exactly these foundation models, and those of these inference profiles through the profile alone. */
export function grantBedrock(fn: NodeFunction, ids: readonly string[]): void {
  for (const id of ids) {
    if (PROFILE.test(id)) grantProfile(fn, id);
    else fn.allow(INVOKE, [`arn:${Aws.PARTITION}:bedrock:${Stack.of(fn).region}::foundation-model/${id}`]);
  }
}

/** Bedrock chooses the region of the model, so that the policy names none. */
function grantProfile(fn: NodeFunction, id: string): void {
  const profile = Stack.of(fn).formatArn({ service: 'bedrock', resource: 'inference-profile', resourceName: id });
  const inAnyRegion = `bedrock:*::foundation-model/${id.replace(PROFILE, '')}`;
  fn.allow(INVOKE, [profile]);
  fn.allow(INVOKE, [`arn:${Aws.PARTITION}:${inAnyRegion}`], {
    StringEquals: { 'bedrock:InferenceProfileArn': profile },
  });
  suppressNagRule(
    fn.role ?? fn,
    `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:${inAnyRegion}]`,
    'One model, in the regions of one inference profile, and through that profile only.',
  );
}
