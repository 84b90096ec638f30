import * as v from 'valibot';
import type { processDueBot } from '#shared/bots/commands/process-due-bot';
import type { Clock } from '#shared/core/clock';
import { type BotId, idOf } from '#shared/core/ids';
import { type Instant, SECOND_MS } from '#shared/core/time';
import { fitsIntoQueue } from '#shared/core/wake-up';
import type { Queue } from '#shared/events/ports/queue';
import type { writeLog } from '#shared/platform/log';
import { type BatchResponse, eachMessage, type QueueEvent } from '#shared/platform/queue-batch';

/** Wakes the worker for one bot; a hint, since the bot's own due moment is kept with it. */
export interface BotMessage {
  readonly botId: BotId;
}

interface Needs {
  readonly process: ReturnType<typeof processDueBot>;
  readonly queue: Queue<BotMessage>;
  readonly clock: Clock;
  readonly log: typeof writeLog;
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
  (event: QueueEvent): Promise<BatchResponse> =>
    eachMessage(event, {
      worker: 'bot-dispatch',
      work: async ({ body }) => {
        const botId = botIn(body);
        const dueAt = await needs.process(botId);
        return dueAt === null ? 'done' : wakeIfSoon(needs, botId, dueAt);
      },
      log: needs.log,
    });

function botIn(body: string): BotId {
  const id = idOf('bot', v.parse(Message, JSON.parse(body)).botId);
  if (!id) throw new Error('The message names no bot.');
  return id;
}

/** What is due later than a delay can be is found by the sweeper. */
async function wakeIfSoon({ queue, clock }: Needs, botId: BotId, dueAt: Instant): Promise<string> {
  const now = clock.now();
  if (!fitsIntoQueue(dueAt, now)) return 'later';
  const delaySeconds = Math.ceil(Math.max(0, dueAt - now) / SECOND_MS);
  await queue.send([{ message: { botId }, delaySeconds }]);
  return 'waiting';
}
