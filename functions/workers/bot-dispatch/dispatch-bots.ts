import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import type { workOnBot } from '#shared/commands/bots/work-on-bot';
import { type BotId, idOf } from '#shared/domain/ids';
import { SECOND_MS } from '#shared/domain/time';
import { type BotQueue, LONGEST_DELAY_SECONDS } from '#shared/ports/bot-queue';
import type { Clock } from '#shared/ports/clock';

interface Needs {
  readonly work: ReturnType<typeof workOnBot>;
  readonly queue: BotQueue;
  readonly clock: Clock;
  readonly log: (entry: Readonly<Record<string, unknown>>) => void;
}

/** From the sweeper and from ourselves; from the bus, the event around an outbox row that names the bot. */
const Message = v.union([
  v.object({ botId: v.string() }),
  v.pipe(
    v.object({ detail: v.object({ subject: v.string() }) }),
    v.transform(({ detail }) => ({ botId: detail.subject })),
  ),
]);

/** Bots that are due, each on its own: one that fails is given back alone. */
export const dispatchBots =
  (needs: Needs) =>
  async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const failures = await Promise.all(event.Records.map((record) => workOn(needs, record)));
    needs.log({ message: 'bots', taken: event.Records.length, failed: failures.flat().length });
    return { batchItemFailures: failures.flat() };
  };

async function workOn(needs: Needs, record: SQSRecord) {
  try {
    const botId = botIn(record.body);
    const dueAt = await needs.work(botId);
    if (dueAt !== null) await wakeIfSoon(needs, botId, dueAt - needs.clock.now());
    return [];
  } catch (error) {
    needs.log({
      message: 'bot failed',
      messageId: record.messageId,
      defect: error instanceof Error ? error.name : 'unknown',
    });
    return [{ itemIdentifier: record.messageId }];
  }
}

function botIn(body: string): BotId {
  const id = idOf('bot', v.parse(Message, JSON.parse(body)).botId);
  if (!id) throw new Error('The message names no bot.');
  return id;
}

/** What is due later than a delay can be is found by the sweeper. */
async function wakeIfSoon({ queue }: Needs, botId: BotId, waitMs: number): Promise<void> {
  const seconds = Math.max(0, Math.ceil(waitMs / SECOND_MS));
  if (seconds <= LONGEST_DELAY_SECONDS) await queue.wake(botId, seconds);
}
