import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import { isNewOutboxRow } from '#test/support/event-path/platform';
import { deleteProcessed, queueEventOf } from '#test/support/event-path/queue-event';
import type { Consumer, Deployment } from './deployment.ts';
import { type MeteredServices, queueName } from './metered-services.ts';
import type { StackFunctions } from './stack-functions.ts';

/** Of the mapping of the stream. */
const STREAM_BATCH = 100;
const SQS_BATCH = 10;
/** A message that failed so often would go to the dead letters. */
const MOST_RECEIVES = 10;
/** At one moment; more of them mean an endless loop. */
const MOST_TURNS = 100_000;

interface Needs {
  readonly services: MeteredServices;
  readonly deployment: Deployment;
  readonly functions: StackFunctions;
}

/**
 * What Lambda does, on a clock that jumps to whatever is due next: it empties the stream and the queues into their
 * functions, and calls the sweeper every minute.
 */
export function stackPlatform({ services, deployment, functions }: Needs) {
  const { clock, dynamo, sqs } = services;

  const relayOnce = async (): Promise<boolean> => {
    const records = dynamo.stream.take(STREAM_BATCH);
    const outbox = records.filter(isNewOutboxRow);
    const { reached, handler } = functions.relay;
    if (outbox.length > 0) await reached.doing(outbox.length, () => handler({ Records: outbox }));
    return records.length > 0;
  };

  const consumeOnce = async ({ queue, worker, batchSize }: Consumer): Promise<boolean> => {
    const name = queueName(queue);
    if (!sqs.messages(name).some(({ visibleAt }) => visibleAt <= clock.now())) return false;
    const consumer = functions.consumers[worker];
    if (!consumer) throw new Error(`The queue ${name} has a message for ${worker}, which is not in this stack.`);
    const QueueUrl = sqs.urlOf(name);
    const received = await sqs.send(
      new ReceiveMessageCommand({
        ...{ QueueUrl, MaxNumberOfMessages: Math.min(batchSize, SQS_BATCH) },
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      }),
    );
    const { Messages = [] } = received;
    const event = queueEventOf(name, Messages);
    const response = await consumer.reached.doing(Messages.length, () => consumer.handler(event));
    const failed = await deleteProcessed(sqs, QueueUrl, { messages: Messages, response });
    if (failed.some(({ Attributes }) => Number(Attributes?.ApproximateReceiveCount) >= MOST_RECEIVES))
      throw new Error(`A message of the queue ${name} failed ${MOST_RECEIVES} times.`);
    return true;
  };

  const atThisMoment = async (): Promise<void> => {
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      const worked = [await relayOnce()];
      for (const consumer of deployment.consumers) worked.push(await consumeOnce(consumer));
      if (services.failures().length > 0) throw new Error(`The bus failed: ${services.failures().join('; ')}`);
      if (!worked.includes(true)) return;
    }
    throw new Error('The stack does not become idle.');
  };

  const nextVisible = (): number =>
    Math.min(
      ...deployment.consumers.flatMap(({ queue }) => sqs.messages(queueName(queue)).map(({ visibleAt }) => visibleAt)),
    );

  return {
    /** Lets time pass until that moment. */
    async until(moment: Instant): Promise<void> {
      for (;;) {
        await atThisMoment();
        const sweepAt = (Math.floor(clock.now() / MINUTE_MS) + 1) * MINUTE_MS;
        const next = Math.min(nextVisible(), sweepAt);
        if (next > moment) break;
        clock.set(next as Instant);
        if (next === sweepAt) await functions.sweeper.reached.doing(0, () => functions.sweeper.handler());
      }
      clock.set(moment);
    },
  };
}
