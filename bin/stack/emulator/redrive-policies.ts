import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetQueueAttributesCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { assemblyDir, type CdkTarget } from '#bin/cdk/run-cdk';
import { describeStackResources } from '#bin/stack/cloudformation';
import { emulatorConfig, withClient } from '#bin/stack/emulator-config';

/** The redrive policy of a queue; both queues by logical id. */
export interface RedrivePolicy {
  readonly queue: string;
  readonly deadLetterQueue: string;
  readonly maxReceiveCount: number;
}

const SUFFIX = '.template.json';

/** Sets the redrive policies of the templates: the emulator's CloudFormation ignores RedrivePolicy. */
export const setRedrivePolicies = (target: CdkTarget): Promise<void> =>
  withClient(new SQSClient(emulatorConfig(target)), async (sqs) => {
    const files = (await readdir(assemblyDir(target))).filter((file) => file.endsWith(SUFFIX));
    for (const file of files) {
      const policies = redrivePoliciesIn(JSON.parse(await readFile(join(assemblyDir(target), file), 'utf8')));
      if (policies.length === 0) continue;
      const resources = await describeStackResources(file.slice(0, -SUFFIX.length), target);
      const urls = new Map(resources.map(({ logicalId, physicalId }) => [logicalId, physicalId]));
      await Promise.all(policies.map((policy) => setRedrivePolicy(sqs, policy, urls)));
    }
  });

interface Template {
  readonly Resources?: Readonly<Record<string, { readonly Type: string; readonly Properties?: QueueProperties }>>;
}

interface QueueProperties {
  readonly RedrivePolicy?: {
    readonly deadLetterTargetArn?: { readonly 'Fn::GetAtt'?: readonly string[] };
    readonly maxReceiveCount?: number;
  };
}

export const redrivePoliciesIn = (template: Template): readonly RedrivePolicy[] =>
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
