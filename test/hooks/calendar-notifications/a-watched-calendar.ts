import { aSyncedCalendar } from '../../workers/calendar-sync/a-synced-calendar.ts';
import { hooksOf } from './hooks.ts';

/** A calendar with a watch, five minutes after its last poll and ten before the next one. */
export async function aWatchedCalendar(provider: 'google' | 'microsoft') {
  const story = await aSyncedCalendar({ provider });
  await story.betweenPolls();
  const [watch] = story.calendar.watches.values();
  if (!watch) throw new Error('There is no watch.');
  const { world, sync } = story;
  return {
    ...story,
    watch,
    hooks: hooksOf(world),
    isDue: async () => (await sync()).dueAt === world.clock.now(),
    wakeUps: () => world.dynamo.items().filter(({ sk }) => sk?.S?.startsWith('EVENT#calendar.due#')).length,
  };
}
