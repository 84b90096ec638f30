import { DAY_MS, later } from '#shared/foundation/core/time';
import type { CalendarWorld } from '#test/calendars/world';
import type { ProviderName } from '#test/doubles/calendar-providers/test-provider';
import { fillCalendar } from './full-calendar.ts';
import { addConnections } from './more-connections.ts';
import { type Swept, sweepOnce } from './sweep-once.ts';
import { aTimedWorld, type Measured } from './timed-world.ts';

export interface PassesMeasured {
  readonly provider: ProviderName;
  readonly occurrences: number;
  readonly first: Measured;
  /** After one occurrence of a series was renamed. */
  readonly change: Measured;
  /** By the poll, with nothing to find. */
  readonly nothing: Measured;
}

/** A calendar's first sync run, one over a single change, and one over none. */
export async function measurePasses(
  provider: ProviderName,
  occurrences: number,
  seed: number,
): Promise<PassesMeasured> {
  const { world, pass } = await aTimedWorld(provider, seed);
  const seriesId = fillCalendar(world.calendar, occurrences, world.clock.now());
  const first = await pass();
  renameOne(world, seriesId, 'Renamed');
  await world.askForSync();
  const change = await pass();
  await world.askForSync();
  return { provider, occurrences, first, change, nothing: await pass() };
}

export interface GrowthMeasured {
  readonly connections: number;
  readonly change: Measured;
  /** One minute's look for what is due. */
  readonly sweep: Swept;
}

/** The same pass over a single change, in deployments of ever more connections. */
export async function measureGrowth(
  provider: ProviderName,
  sizes: readonly number[],
  seed: number,
): Promise<readonly GrowthMeasured[]> {
  const { world, pass } = await aTimedWorld(provider, seed);
  const seriesId = fillCalendar(world.calendar, 100, world.clock.now());
  await pass();
  const measured: GrowthMeasured[] = [];
  let there = 1;
  for (const connections of sizes) {
    await addConnections(world, there, connections);
    there = connections;
    renameOne(world, seriesId, `Renamed among ${connections}`);
    await world.askForSync();
    const change = await pass();
    measured.push({ connections, change, sweep: await sweepOnce(world) });
  }
  return measured;
}

function renameOne({ calendar, clock }: CalendarWorld, id: string, title: string): void {
  const window = { from: clock.now(), to: later(clock.now(), 28 * DAY_MS) };
  const one = calendar.occurrences(window).find(({ eventId }) => eventId === id);
  if (!one) throw new Error('There is nothing to rename.');
  calendar.edit({ id, originalStartsAt: one.originalStartsAt }, { title });
}
