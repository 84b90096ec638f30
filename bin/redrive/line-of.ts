import { GetQueueAttributesCommand, GetQueueUrlCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { CouldNotStart } from '#bin/could-not-start';
import type { Rest } from '#shared/core/rest';

export interface Client {
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly rest: Rest;
}

/** A queue and its dead letters. */
export interface DeadLine {
  readonly queueUrl: string;
  readonly deadLettersUrl: string;
  readonly deadLettersArn: string;
  /** Dead letters that lie there, those that somebody is looking at included. About right, as SQS counts. */
  readonly waiting: number;
}

/** Moves what lies there, and answers how many it moved. */
export type Mover = (client: Client, line: DeadLine) => Promise<number>;

/** A queue by its whole name; the stack gives every one of them dead letters of its own. */
export async function lineOf({ sqs }: Client, queueName: string): Promise<DeadLine> {
  const [queueUrl, deadLettersUrl] = await Promise.all([
    urlOf(sqs, queueName),
    urlOf(sqs, `${queueName}-dead-letters`),
  ]);
  const asked = ['QueueArn', 'ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLettersUrl, AttributeNames: [...asked] }),
  );
  const [deadLettersArn = '', ...counts] = asked.map((name) => Attributes[name]);
  return { queueUrl, deadLettersUrl, deadLettersArn, waiting: counts.reduce((sum, one) => sum + Number(one ?? 0), 0) };
}

async function urlOf(sqs: Client['sqs'], QueueName: string): Promise<string> {
  try {
    return (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl ?? '';
  } catch (error) {
    // The emulator and AWS have two names for it.
    const missing = error instanceof Error && /QueueDoesNotExist|NonExistentQueue/.test(error.name);
    throw missing ? new CouldNotStart(`There is no queue ${QueueName}; is the stage deployed?`) : error;
  }
}
