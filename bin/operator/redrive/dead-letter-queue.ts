import { GetQueueAttributesCommand, GetQueueUrlCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { CliError } from '#bin/cli/cli-error';

export interface Sqs {
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/** A dead-letter queue and its source queue. */
export interface DeadLetterQueue {
  readonly sourceUrl: string;
  readonly url: string;
  readonly arn: string;
  /** Visible and hidden messages, as approximate as SQS counts them. */
  readonly messageCount: number;
}

/** Moves all messages to the source queue; answers how many. */
export type MoveMessages = (sqs: Sqs, queue: DeadLetterQueue) => Promise<number>;

const ATTRIBUTES = ['QueueArn', 'ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;

/** The dead-letter queue of a source queue, by the full name of the source. */
export async function deadLetterQueueOf({ sqs }: Sqs, sourceName: string): Promise<DeadLetterQueue> {
  const [sourceUrl, url] = await Promise.all([urlOf(sqs, sourceName), urlOf(sqs, `${sourceName}-dead-letters`)]);
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [...ATTRIBUTES] }),
  );
  const [arn = '', visible = 0, hidden = 0] = ATTRIBUTES.map((name) => Attributes[name]);
  return { sourceUrl, url, arn, messageCount: Number(visible) + Number(hidden) };
}

async function urlOf(sqs: Sqs['sqs'], QueueName: string): Promise<string> {
  try {
    return (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl ?? '';
  } catch (error) {
    // The emulator and AWS have different names for this error.
    const isMissing = error instanceof Error && /QueueDoesNotExist|NonExistentQueue/.test(error.name);
    throw isMissing ? new CliError(`There is no queue ${QueueName}; is the stage deployed?`) : error;
  }
}
