import { DAY_MS, later } from '#shared/foundation/core/time';
import { commandContext } from '#shared/wiring/command-context';
import { aUsageWorld } from '#test/contract/usage/a-usage-world';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { noon } from '#test/support/api';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { Meter } from './meter.ts';
import { sumOf, times, type Usage } from './usage.ts';

/** A job on the bus, in the queue, and the work of its function. */
const ONE_JOB: Usage = {
  ...{ 'bus event': 1, 'queue request': 3, 'function request': 1, 'function GB-second': 0.03 },
  ...{ trace: 0.05, 'log GB': 300 / 1e9 },
};
const DAYS_BEFORE = 27;

/**
 * What it takes to count the bot, the recording and the transcript of one meeting, beside the jobs that its own
 * transactions write: late in a month, when the counters of the month are longest.
 */
export async function countingUsage(): Promise<Usage> {
  const made = await aUsageWorld();
  const { world, aRecordedBot } = made;
  for (let day = 0; day < DAYS_BEFORE; day += 1) {
    world.clock.set(later(noon, day * DAY_MS));
    await aRecordedBot(3_600);
    await made.housekeeping.untilQuiet();
  }
  world.clock.set(later(noon, DAYS_BEFORE * DAY_MS));
  await aRecordedBot(3_600);
  const meter = new Meter();
  const table = tableOver(meter.watchTable(world.dynamo));
  const context = { ...world.context, ...commandContext({ ...world.context, table }) };
  const jobs = await housekeepingWorker(world, { context }).runOnce();
  return sumOf(times(ONE_JOB, jobs), meter.read());
}
