import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import type { Outgoing, Queue } from '#shared/foundation/events/ports';
import type { SetClock } from '#test/support/api';

/** A message that waits in a queue until a time. */
export interface Waiting<Message> {
  readonly message: Message;
  readonly at: Instant;
  readonly group?: string | undefined;
}

/**
 * A queue as SQS is one: it delivers everything that was sent, as often as it was sent, each message after its delay.
 * Two messages about one thing are two messages.
 */
export interface TestQueue<Message> extends Queue<Message> {
  /** All that was not taken, by the time at which it is delivered. */
  waiting(): readonly Waiting<Message>[];
  /** Takes what is delivered next, up to that time; undefined where nothing is. */
  take(until?: Instant): Waiting<Message> | undefined;
}

export function aQueue<Message>(clock: SetClock): TestQueue<Message> {
  const messages: Waiting<Message>[] = [];
  return {
    async send(sent: readonly Outgoing<Message>[]) {
      for (const { message, delaySeconds = 0, group } of sent)
        messages.push({ message, at: later(clock.now(), delaySeconds * SECOND_MS), group });
      messages.sort((one, other) => one.at - other.at);
    },
    waiting: () => [...messages],
    take: (until = Number.POSITIVE_INFINITY as Instant) =>
      messages[0] && messages[0].at <= until ? messages.shift() : undefined,
  };
}
