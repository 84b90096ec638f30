import { SECOND_MS } from '#shared/foundation/core/time';
import type { SetClock } from '#test/support/api';
import { Container, type FaultPlan, type Worker } from './container.ts';

/** As the stack sets them. */
const TIMEOUT_SECONDS: Readonly<Record<Worker, number>> = {
  api: 29,
  'outbox-relay': 30,
  'webhook-fanout': 30,
  'webhook-delivery': 20,
  'bot-dispatch': 30,
  'calendar-sync': 120,
  'live-transcripts': 60,
  'recording-processing': 900,
  job: 90,
  sweeper: 55,
};

export interface Invocation {
  getRemainingTimeInMillis(): number;
}

interface WarmFunctionNeeds<Handler> {
  readonly worker: Worker;
  readonly plan: FaultPlan;
  readonly clock: SetClock;
  readonly make: (container: Container) => Handler;
}

/** A Lambda function with a concurrency of one: its container stays warm until it is killed. */
export function warmFunction<Handler>({ worker, plan, clock, make }: WarmFunctionNeeds<Handler>) {
  let warm: { readonly container: Container; readonly handler: Handler } | undefined;
  const start = () => {
    const container = new Container(worker, plan, clock);
    return { container, handler: make(container) };
  };

  /** What the function answered; undefined where it threw, or ended without an answer. */
  return async <Answer>(invoke: (handler: Handler, invocation: Invocation) => Promise<Answer>) => {
    warm ??= start();
    const { container, handler } = warm;
    const deadline = clock.now() + TIMEOUT_SECONDS[worker] * SECOND_MS;
    container.deadline = deadline;
    const invocation = { getRemainingTimeInMillis: () => deadline - clock.now() };
    try {
      const ended = await Promise.race([
        invoke(handler, invocation).then((answer) => ({ answer })),
        container.died.then(() => undefined),
      ]);
      if (!container.alive) warm = undefined;
      return ended;
    } catch {
      return undefined;
    } finally {
      // Frozen, not ended: what it left running goes on with the next invocation.
      container.deadline = Number.POSITIVE_INFINITY;
    }
  };
}
