import { DisableRuleCommand, EnableRuleCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { DisableKeyCommand, EnableKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  DeleteFunctionConcurrencyCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  PutFunctionConcurrencyCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { emulatorConfig, withClient } from '#bin/stack/emulator-config';
import type { Stack } from '#bin/stack/stack-file';

type Options = Readonly<Record<string, string>>;
type Config = ReturnType<typeof emulatorConfig>;

const events = (config: Config, use: (client: EventBridgeClient) => Promise<unknown>) =>
  withClient(new EventBridgeClient(config), use);
const kms = (config: Config, use: (client: KMSClient) => Promise<unknown>) => withClient(new KMSClient(config), use);
const lambda = (config: Config, use: (client: LambdaClient) => Promise<unknown>) =>
  withClient(new LambdaClient(config), use);
const sqs = (config: Config, use: (client: SQSClient) => Promise<unknown>) => withClient(new SQSClient(config), use);

/** The commands of the AWS CLI that the runbook prints, and those that provoke incidents: the CLI itself is not needed. */
const COMMANDS: Readonly<Record<string, (config: Config, options: Options) => Promise<unknown>>> = {
  'events disable-rule': (config, { name }) =>
    events(config, (one) => one.send(new DisableRuleCommand({ Name: name }))),
  'events enable-rule': (config, { name }) => events(config, (one) => one.send(new EnableRuleCommand({ Name: name }))),
  'kms disable-key': (config, options) =>
    kms(config, (one) => one.send(new DisableKeyCommand({ KeyId: options['key-id'] }))),
  'kms enable-key': (config, options) =>
    kms(config, (one) => one.send(new EnableKeyCommand({ KeyId: options['key-id'] }))),
  'lambda list-event-source-mappings': (config, options) =>
    lambda(config, (one) => one.send(new ListEventSourceMappingsCommand({ FunctionName: options['function-name'] }))),
  'lambda update-event-source-mapping': (config, { uuid, enabled }) =>
    lambda(config, (one) =>
      one.send(new UpdateEventSourceMappingCommand({ UUID: uuid, Enabled: enabled !== undefined })),
    ),
  'lambda delete-function-concurrency': (config, options) =>
    lambda(config, (one) => one.send(new DeleteFunctionConcurrencyCommand({ FunctionName: options['function-name'] }))),
  'lambda put-function-concurrency': (config, options) =>
    lambda(config, (one) =>
      one.send(
        new PutFunctionConcurrencyCommand({
          FunctionName: options['function-name'],
          ReservedConcurrentExecutions: Number(options['reserved-concurrent-executions']),
        }),
      ),
    ),
  'sqs get-queue-attributes': (config, options) =>
    sqs(config, (one) =>
      one.send(new GetQueueAttributesCommand({ QueueUrl: options['queue-url'], AttributeNames: ['All'] })),
    ),
  'sqs get-queue-url': (config, options) =>
    sqs(config, (one) => one.send(new GetQueueUrlCommand({ QueueName: options['queue-name'] }))),
  'sqs send-message': (config, options) =>
    sqs(config, (one) =>
      one.send(new SendMessageCommand({ QueueUrl: options['queue-url'], MessageBody: options['message-body'] })),
    ),
  'sqs set-queue-attributes': (config, options) =>
    sqs(config, (one) =>
      one.send(
        new SetQueueAttributesCommand({
          QueueUrl: options['queue-url'],
          Attributes: JSON.parse(options['attributes'] ?? '{}'),
        }),
      ),
    ),
};

/** Does what a command of the AWS CLI does, and answers what it prints. Throws for a command that is not known here. */
export async function awsCommand({ endpoint_url, region }: Stack, line: string): Promise<string> {
  const [, service, operation, ...words] = line.split(' ');
  const command = COMMANDS[`${service} ${operation}`];
  if (!command) throw new Error(`"aws ${service} ${operation}" is not known to the drill`);
  const answer = await command(emulatorConfig({ endpoint: endpoint_url, region }), optionsIn(words));
  return JSON.stringify(answer);
}

/** `--name one --enabled` is `{ name: 'one', enabled: '' }`. */
function optionsIn(words: readonly string[]): Options {
  const entries = words.flatMap((word, at) => {
    const value = words[at + 1] ?? '--';
    return word.startsWith('--') ? [[word.slice(2), value.startsWith('--') ? '' : value] as const] : [];
  });
  return Object.fromEntries(entries);
}
