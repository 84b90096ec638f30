import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { CliError } from '#bin/cli/cli-error';
import { aboutOf, type DeadLetter, listed } from '#bin/operator/dead-letters/dead-letter';
import {
  DEAD_LETTER_NAMES,
  type DeadLetterQueueName,
  deadLetterQueueName,
  isRedrivable,
} from '#bin/operator/dead-letters/queues';
import { awsConfig } from '#bin/operator/stage';
import { withClient } from '#bin/stack/emulator-config';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type { Instant } from '#shared/foundation/core/time';

type Sqs = Pick<SQSClient, 'send'>;

/** Messages of one queue that are looked at: a listing is for a person. */
export const MOST_LISTED = 200;
/** They are hidden from others for so long, and returned before. */
const HIDDEN_SECONDS = 30;
/** Without waiting, SQS asks a part of its servers, and a queue with few messages looks empty. */
const LONG_POLL_SECONDS = 1;
/** Queues that are read at once. */
const AT_ONCE = 5;

interface Received {
  readonly letter: DeadLetter;
  readonly receipt: string;
}

/** The dead-letter queues of a stage. */
export function deadLetterQueues(sqs: Sqs, stage: string) {
  const urlOf = async (name: string): Promise<string> => {
    try {
      return (await sqs.send(new GetQueueUrlCommand({ QueueName: name }))).QueueUrl ?? '';
    } catch (error) {
      // The emulator and AWS have different names for this error.
      const isMissing = error instanceof Error && /QueueDoesNotExist|NonExistentQueue/.test(error.name);
      throw isMissing ? new CliError(`There is no queue ${name}; is the stage deployed?`) : error;
    }
  };
  const withMessages = async <Result>(
    queue: DeadLetterQueueName,
    use: (messages: readonly Received[], url: string) => Promise<Result>,
  ): Promise<Result> => {
    const url = await urlOf(deadLetterQueueName(stage, queue));
    const messages = await receiveAll(sqs, url);
    try {
      return await use(messages, url);
    } finally {
      await giveBack(sqs, url, messages);
    }
  };
  const find = <Result>(
    queue: DeadLetterQueueName,
    id: string,
    use: (found: Received, url: string) => Promise<Result>,
  ): Promise<Result> =>
    withMessages(queue, (messages, url) => {
      const found = messages.find(({ letter }) => letter.id === id);
      if (!found)
        throw new CliError(
          `There is no message ${id} among the first ${MOST_LISTED} of ${queue}, or another reader has it for half a minute`,
        );
      return use(found, url);
    });
  return {
    /** The messages of a queue, oldest first. They stay in it. */
    list: (queue: DeadLetterQueueName) =>
      withMessages(queue, async (messages) =>
        messages.map(({ letter }) => letter).sort((one, other) => one.sentAt - other.sentAt),
      ),

    /** Messages of all queues that name an id, as they are listed. */
    async naming(id: string): Promise<readonly unknown[]> {
      const found: unknown[] = [];
      await mapConcurrently(DEAD_LETTER_NAMES, AT_ONCE, (queue) =>
        withMessages(queue, async (messages) => {
          for (const { letter } of messages)
            if (aboutOf(letter).about.includes(id)) found.push({ queue, ...listed(letter, stage) });
        }),
      );
      return found;
    },

    find: (queue: DeadLetterQueueName, id: string) => find(queue, id, async ({ letter }) => letter),

    /** Sends one message to its queue, then deletes it: an interruption between leaves it in both. */
    redrive: (queue: DeadLetterQueueName, id: string) =>
      find(queue, id, async ({ letter, receipt }, url) => {
        if (!isRedrivable(queue))
          throw new CliError(
            `The messages of ${queue} are failed invocations: their work is due in the table, drop them`,
          );
        const source = await urlOf(deadLetterQueueName(stage, queue).replace(/-dead-letters$/, ''));
        await sqs.send(
          new SendMessageCommand({
            QueueUrl: source,
            MessageBody: letter.body,
            ...(letter.group !== undefined && { MessageGroupId: letter.group }),
          }),
        );
        await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: receipt }));
      }),

    /** Deletes one message for good, after `before` was done for it. */
    drop: (queue: DeadLetterQueueName, id: string, before: (letter: DeadLetter) => Promise<void>) =>
      find(queue, id, async ({ letter, receipt }, url) => {
        await before(letter);
        await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: receipt }));
        return letter;
      }),
  };
}

export type DeadLetterQueues = ReturnType<typeof deadLetterQueues>;

/** Opens the dead-letter queues of a stage, and closes their client afterwards. */
export const deadLettersOf = async <Result>(
  stage: string,
  use: (queues: DeadLetterQueues) => Promise<Result>,
): Promise<Result> => withClient(new SQSClient(await awsConfig(stage)), (sqs) => use(deadLetterQueues(sqs, stage)));

async function receiveAll(sqs: Sqs, url: string): Promise<readonly Received[]> {
  const found = new Map<string, Received>();
  while (found.size < MOST_LISTED) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['SentTimestamp', 'ApproximateReceiveCount', 'MessageGroupId'],
        MessageAttributeNames: ['All'],
        VisibilityTimeout: HIDDEN_SECONDS,
        WaitTimeSeconds: LONG_POLL_SECONDS,
      }),
    );
    const received = Messages.flatMap(receivedIn);
    // A message that comes again has outlived its hiding.
    if (received.every(({ letter }) => found.has(letter.id))) break;
    for (const one of received) found.set(one.letter.id, one);
  }
  return [...found.values()];
}

function receivedIn({
  MessageId,
  ReceiptHandle,
  Body = '',
  Attributes,
  MessageAttributes,
}: Message): readonly Received[] {
  if (MessageId === undefined || ReceiptHandle === undefined) return [];
  const attributes = Object.entries(MessageAttributes ?? {}).flatMap(([name, { StringValue }]) =>
    StringValue === undefined ? [] : [[name, StringValue] as const],
  );
  const letter: DeadLetter = {
    id: MessageId,
    body: Body,
    sentAt: Number(Attributes?.SentTimestamp ?? 0) as Instant,
    receives: Number(Attributes?.ApproximateReceiveCount ?? 0),
    group: Attributes?.MessageGroupId,
    attributes: Object.fromEntries(attributes),
  };
  return [{ letter, receipt: ReceiptHandle }];
}

/** Makes messages visible again at once; those that are deleted by now are refused, which changes nothing. */
async function giveBack(sqs: Sqs, url: string, messages: readonly Received[]): Promise<void> {
  await mapConcurrently(messages, AT_ONCE, async ({ receipt }) => {
    const input = { QueueUrl: url, ReceiptHandle: receipt, VisibilityTimeout: 0 };
    // Best effort: otherwise they return after half a minute.
    await sqs.send(new ChangeMessageVisibilityCommand(input)).catch(() => undefined);
  });
}
