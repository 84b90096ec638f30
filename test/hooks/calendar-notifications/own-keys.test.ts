import { OWN_KEYS } from '#lib/table-access';
import { commandContext } from '#shared/wiring/command-context';
import { keyRecorder } from '#test/doubles/aws/key-recorder';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { expect, it } from '#test/support/jest';
import { aWatchedCalendar } from './a-watched-calendar.ts';
import { hooksOf } from './hooks.ts';

it('the hooks read and write the partitions that their role allows, and no others', async () => {
  for (const provider of ['google', 'microsoft'] as const) {
    const { world, watch } = await aWatchedCalendar(provider);
    const recorder = keyRecorder();
    const table = tableOver(recorder.watch(world.dynamo));
    const hooks = hooksOf({ context: { ...world.context, ...commandContext({ ...world.context, table }) } });

    await hooks.google(watch.id, watch.secret);
    const state = { subscriptionId: watch.id, clientState: watch.secret };
    world.clock.advance(60_000);
    await hooks.microsoft({ ...state, lifecycleEvent: 'reauthorizationRequired' });
    await hooks.microsoft({ ...state, lifecycleEvent: 'subscriptionRemoved' });

    const { reads, writes } = OWN_KEYS['hooks/calendar-notifications'] ?? {};
    expect([...recorder.reads].sort()).toEqual([...(reads ?? [])].sort());
    expect([...recorder.writes].sort()).toEqual([...(writes ?? [])].sort());
  }
});
