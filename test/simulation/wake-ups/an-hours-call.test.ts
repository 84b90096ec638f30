import { HOUR_MS, later } from '#shared/foundation/core/time';
import { aBotStory } from '#test/support/bot-story';
import { expect, it } from '#test/support/jest';
import { anHourlyRecorder } from './a-day.ts';
import { aService } from './a-service.ts';

it('a bot in a call of a worker that may not queue itself is stopped by Lambda after sixteen checks', async () => {
  const service = aService({
    ...{ seed: 1, recursive: [], look: async () => undefined },
    recorder: (world) => anHourlyRecorder(world).recorder,
  });
  const story = await aBotStory(service.world);
  await story.send();

  await service.run(later(service.world.clock.now(), HOUR_MS / 2));

  expect([...service.stopped]).toEqual(['bot-dispatch']);
});

it('a bot in a call of an hour is looked at once a minute, however often the sweeper runs', async () => {
  let looks = () => 0;
  const service = aService({
    seed: 1,
    recorder: (world) => {
      const { recorder, asked } = anHourlyRecorder(world);
      looks = () => asked.observed;
      return recorder;
    },
    look: async () => undefined,
  });
  const story = await aBotStory(service.world);
  const { id } = (await story.send()).body;

  await service.run(later(service.world.clock.now(), 2 * HOUR_MS));

  expect((await story.bot(id)).status).toBe('completed');
  expect(looks()).toBeGreaterThanOrEqual(55);
  expect(looks()).toBeLessThanOrEqual(75);
});
