import { BatchGetItemCommand } from '@aws-sdk/client-dynamodb';
import { configuredRecorders } from '#shared/capture/recorders/registry/configured-recorders';
import type { RecorderRegistry } from '#shared/meetings/recorders/registry/rules/registry';
import { ADAPTERS } from '#shared/wiring/recorder-adapters';
import { SIMULATED } from '#shared/wiring/recorder-kinds';
import { aBotStory } from '#test/support/bot-story';
import { botWorkers } from '#test/support/bot-workers';
import { expect, it, jest } from '#test/support/jest';

/** A bot of a deployment with two simulators, and how often the registry of recorders was read. */
async function aBotOfTheRegistry() {
  const story = await aBotStory();
  const { context, world, recorder } = story;
  const names = ['first', 'second'];
  const initial: RecorderRegistry = {
    recorders: names.map((name) => ({ name, kind: 'simulator', baseUrl: '', sealed: '' })),
    order: { meet: names, zoom: [], teams: [] },
  };
  const recorders = configuredRecorders({
    ...{ table: context.table, sealer: context.sealer, catalog: { ...SIMULATED, initial } },
    ...{ simulator: recorder, adapters: ADAPTERS, tools: { fetch, clock: context.clock }, origin: '' },
  });
  const workers = botWorkers({ ...world, context }, { recorders });
  const { id } = (await story.send()).body;
  const sending = jest.spyOn(world.dynamo, 'send');
  const keysRead = () =>
    sending.mock.calls
      .flatMap(([command]: readonly unknown[]) =>
        command instanceof BatchGetItemCommand ? Object.values(command.input.RequestItems ?? {}) : [],
      )
      .flatMap(({ Keys = [] }) => Keys.map(({ pk }) => pk?.S));
  return {
    ...story,
    id,
    work: () => workers.work(id),
    registryReads: () => keysRead().filter((pk) => pk === 'RECORDERS#'),
  };
}

it('the dispatch of a bot reads the registry of recorders once', async () => {
  const { work, asked, registryReads } = await aBotOfTheRegistry();

  await work();

  expect([asked.sent.length, registryReads().length]).toEqual([1, 1]);
});

it('a look at a bot reads the registry of recorders once', async () => {
  const { work, registryReads } = await aBotOfTheRegistry();
  await work();

  await work();

  expect(registryReads()).toHaveLength(2);
});
