import { settingsReach } from '#functions/workers/settings-reach/index';
import { MINUTE_MS } from '#shared/core/time';
import type { World } from '#test/support/api';

interface Given {
  /** Milliseconds that an invocation may take. */
  readonly timeLeft?: () => number;
}

/** The worker that propagates settings, called directly: without stream and sweeper, and without waiting. */
export function reachAtWork(world: Pick<World, 'context' | 'clock' | 'dynamo'>, { timeLeft }: Given = {}) {
  const { context, clock, dynamo } = world;
  const rests: number[] = [];
  const lines: Readonly<Record<string, unknown>>[] = [];
  const rest = { rest: async (milliseconds: number) => void rests.push(milliseconds) };
  const reach = settingsReach(context, { rest, note: (line) => lines.push(line) });
  const invocation = { getRemainingTimeInMillis: timeLeft ?? (() => 5 * MINUTE_MS) };

  const due = () => dynamo.items().filter((item) => item['sk']?.S === 'EVENT#job.reach' && item['due_pk']);

  /** As the bus starts them: every job that is still to be done, once. */
  const run = async () => {
    for (const { pk } of due()) await reach({ 'detail-type': 'job.reach', detail: { id: pk?.S } }, invocation);
  };

  return {
    run,
    due,
    /** Pauses between two groups of meetings. */
    rests: rests as readonly number[],
    lines: lines as readonly Readonly<Record<string, unknown>>[],
    /** Both walks, a minute of waiting between them; answers how often the worker was started. */
    async untilDone(): Promise<number> {
      let runs = 0;
      for (; due().length > 0 && runs < 1_000; runs += 1) {
        await run();
        clock.advance(MINUTE_MS);
      }
      return runs;
    },
  };
}
