import { settingsReach } from '#functions/workers/settings-reach/index';
import { MINUTE_MS } from '#shared/foundation/core/time';
import type { World } from '#test/support/api';

interface Given {
  /** Milliseconds that an invocation may take. */
  readonly timeLeft?: () => number;
}

/** The worker that propagates settings, called directly: without stream and sweeper, and without waiting. */
export function settingsPropagationWorker(
  world: Pick<World, 'context' | 'clock' | 'dynamo'>,
  { timeLeft }: Given = {},
) {
  const { context, clock, dynamo } = world;
  const sleeps: number[] = [];
  const lines: Readonly<Record<string, unknown>>[] = [];
  const sleep = async (milliseconds: number) => {
    sleeps.push(milliseconds);
    clock.advance(milliseconds);
  };
  const reach = settingsReach(context, { sleep, log: (line) => lines.push(line) });
  const invocation = { getRemainingTimeInMillis: timeLeft ?? (() => 5 * MINUTE_MS) };

  const due = () => dynamo.items().filter((item) => item['sk']?.S === 'EVENT#job.reach' && item['due_pk']);

  /** Runs every pending job once, as the bus would. */
  const run = async () => {
    for (const { pk } of due()) await reach({ 'detail-type': 'job.reach', detail: { id: pk?.S } }, invocation);
  };

  return {
    run,
    due,
    /** Milliseconds slept between two groups of meetings. */
    sleeps: sleeps as readonly number[],
    lines: lines as readonly Readonly<Record<string, unknown>>[],
    /** Both walks, with a minute between them; returns the number of runs. */
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
