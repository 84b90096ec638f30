import { GetQueueAttributesCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { CdkTarget } from '#bin/cdk/run-cdk';
import { describeStackResources } from '#bin/stack/cloudformation';
import { synthesizedStacks, type Template } from '#bin/stack/emulator/synthesized-stacks';
import { emulatorConfig, withClient } from '#bin/stack/emulator-config';

/** The redrive policy of a queue; both queues by logical id. */
export interface RedrivePolicy {
  readonly queue: string;
  readonly deadLetterQueue: string;
  readonly maxReceiveCount: number;
}

/** Sets the redrive policies of the templates: the emulator's CloudFormation ignores RedrivePolicy. */
export const setRedrivePolicies = (target: CdkTarget): Promise<void> =>
  withClient(new SQSClient(emulatorConfig(target)), async (sqs) => {
    for (const { name, template } of await synthesizedStacks<QueueProperties>(target)) {
      const policies = redrivePoliciesIn(template);
      if (policies.length === 0) continue;
      const resources = await describeStackResources(name, target);
      const urls = new Map(resources.map(({ logicalId, physicalId }) => [logicalId, physicalId]));
      await Promise.all(policies.map((policy) => setRedrivePolicy(sqs, policy, urls)));
    }
  });

interface QueueProperties {
  readonly RedrivePolicy?: {
    readonly deadLetterTargetArn?: { readonly 'Fn::GetAtt'?: readonly string[] };
    readonly maxReceiveCount?: number;
  };
}

export const redrivePoliciesIn = (template: Template<QueueProperties>): readonly RedrivePolicy[] =>
  Object.entries(template.Resources ?? {}).flatMap(([queue, { Type, Properties }]) => {
    const policy = Type === 'AWS::SQS::Queue' ? Properties?.RedrivePolicy : undefined;
    const deadLetterQueue = policy?.deadLetterTargetArn?.['Fn::GetAtt']?.[0];
    const maxReceiveCount = policy?.maxReceiveCount;
    if (deadLetterQueue === undefined || maxReceiveCount === undefined) return [];
    return [{ queue, deadLetterQueue, maxReceiveCount }];
  });

async function setRedrivePolicy(
  sqs: SQSClient,
  { queue, deadLetterQueue, maxReceiveCount }: RedrivePolicy,
  urls: ReadonlyMap<string, string>,
): Promise<void> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: urls.get(deadLetterQueue), AttributeNames: ['QueueArn'] }),
  );
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: Attributes?.['QueueArn'], maxReceiveCount });
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl: urls.get(queue), Attributes: { RedrivePolicy } }));
}
