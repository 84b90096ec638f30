import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetQueueAttributesCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type DeployedResource, resourcesOf } from '#bin/stack/cloudformation';

/** A queue whose template names where its dead letters go, both by logical id. */
export interface Redrive {
  readonly queue: string;
  readonly deadLetters: string;
  readonly maxReceiveCount: number;
}

interface Deployment {
  readonly endpoint: string;
  readonly region: string;
  /** Folder with the synthesized templates. */
  readonly assembly: string;
}

/** The emulator's CloudFormation drops RedrivePolicy, so a failing message would come back for ever: sets them after. */
export async function setRedrivePolicies({ endpoint, region, assembly }: Deployment): Promise<void> {
  const sqs = new SQSClient({ endpoint, region, credentials: { accessKeyId: 'test', secretAccessKey: 'test' } });
  for (const [stackName, template] of await templatesIn(assembly)) {
    const redrives = redrivesIn(template);
    if (redrives.length === 0) continue;
    const resources = await resourcesOf(stackName, { endpoint, region });
    await Promise.all(redrives.map((redrive) => setRedrivePolicy(sqs, redrive, resources)));
  }
  sqs.destroy();
}

const SUFFIX = '.template.json';

async function templatesIn(assembly: string): Promise<readonly (readonly [stackName: string, template: Template])[]> {
  const files = (await readdir(assembly)).filter((file) => file.endsWith(SUFFIX));
  return Promise.all(
    files.map(async (file) => {
      const template = JSON.parse(await readFile(join(assembly, file), 'utf8')) as Template;
      return [file.slice(0, -SUFFIX.length), template] as const;
    }),
  );
}

interface Template {
  readonly Resources?: Readonly<Record<string, { readonly Type: string; readonly Properties?: QueueProperties }>>;
}

interface QueueProperties {
  readonly RedrivePolicy?: {
    readonly deadLetterTargetArn?: { readonly 'Fn::GetAtt'?: readonly string[] };
    readonly maxReceiveCount?: number;
  };
}

/** The redrive policies that a template asks for. */
export const redrivesIn = (template: Template): readonly Redrive[] =>
  Object.entries(template.Resources ?? {}).flatMap(([queue, { Type, Properties }]) => {
    const policy = Type === 'AWS::SQS::Queue' ? Properties?.RedrivePolicy : undefined;
    const deadLetters = policy?.deadLetterTargetArn?.['Fn::GetAtt']?.[0];
    const maxReceiveCount = policy?.maxReceiveCount;
    return deadLetters === undefined || maxReceiveCount === undefined ? [] : [{ queue, deadLetters, maxReceiveCount }];
  });

async function setRedrivePolicy(
  sqs: SQSClient,
  { queue, deadLetters, maxReceiveCount }: Redrive,
  resources: readonly DeployedResource[],
): Promise<void> {
  const urlOf = (logicalId: string) => resources.find((resource) => resource.logicalId === logicalId)?.physicalId;
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: urlOf(deadLetters), AttributeNames: ['QueueArn'] }),
  );
  const policy = { deadLetterTargetArn: Attributes?.['QueueArn'], maxReceiveCount };
  await sqs.send(
    new SetQueueAttributesCommand({ QueueUrl: urlOf(queue), Attributes: { RedrivePolicy: JSON.stringify(policy) } }),
  );
}
