import { later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { RecorderObservation } from '#shared/meetings/recorders/rules/observation';
import { aBotStory } from '#test/support/bot-story';
import { botWorkers } from '#test/support/bot-workers';
import { failedWith, recordingSince } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { severalRecorders } from '#test/support/several-recorders';

/** A bot for a call that begins now, in a deployment with the recorder `eu`. */
async function aBot() {
  const story = await aBotStory();
  const { recorders, the } = severalRecorders({ eu: 'recall' });
  const workers = botWorkers({ ...story.world, context: story.context }, { recorders });
  const { clock } = story.world;
  const send = async (meeting_url: string): Promise<string> => (await story.send({ meeting_url })).body.id;
  const id = await send('https://meet.google.com/abc-good-def');
  return {
    ...story,
    id,
    eu: the('eu'),
    /** Another bot is dispatched. */
    dispatchAnother: async (code: string) => workers.work(await send(`https://meet.google.com/${code}-good-def`)),
    workers,
    start: clock.now(),
    async look(after = 0) {
      clock.set(later(clock.now(), after));
      await workers.work(id);
    },
    valuesOf: (name: string) => workers.lines.flatMap((line) => line[name] ?? []),
  };
}

const lobby: RecorderObservation = { state: 'lobby', lookAgainAt: null };

describe('the metrics of a bot', () => {
  it('are written in embedded metric format, for the stage and for its recorder and platform', async () => {
    const { eu, id, look, start, workers } = await aBot();
    eu.saysWhenSent(recordingSince(start));

    await look();

    const metrics = (Dimensions: string[][], Name: string) => ({
      Timestamp: start,
      CloudWatchMetrics: [{ Namespace: 'Rapporteur', Dimensions, Metrics: [{ Name, Unit: 'Count' }] }],
    });
    expect(workers.lines).toEqual([
      {
        ...{ worker: 'bot-dispatch', messages: 1, outcomes: { waiting: 1 }, stage: 'test' },
        BotsLate: [0],
        _aws: metrics([['stage']], 'BotsLate'),
      },
      {
        ...{ worker: 'bot-dispatch', stage: 'test', recorder: 'eu', platform: 'meet' },
        BotsInTime: [1],
        _aws: metrics([['stage'], ['stage', 'recorder', 'platform']], 'BotsInTime'),
      },
    ]);
    expect(JSON.stringify(workers.lines)).not.toContain(id);
  });

  it('have no value before three minutes have passed, and one value afterwards', async () => {
    const { look, valuesOf } = await aBot();

    await look();
    await look(3 * MINUTE_MS - 1);
    expect(valuesOf('BotsInTime')).toEqual([]);
    await look(1);
    await look(30 * SECOND_MS);

    expect([valuesOf('BotsInTime'), valuesOf('BotsLate')]).toEqual([[0], [1]]);
  });

  it.each<readonly [string, (start: ReturnType<typeof later>) => RecorderObservation, number, number]>([
    ['waits in the lobby is neither in time nor late', () => lobby, 0, 0],
    ['records since before is in time', (start) => recordingSince(later(start, 100 * SECOND_MS)), 1, 0],
    ['was turned away is neither in time nor late', (start) => failedWith('not_admitted', start), 0, 0],
    ['crashed is late', (start) => failedWith('crashed', start), 0, 1],
  ])('say that a bot that after three minutes %s', async (_what, seen, inTime, late) => {
    const { eu, id, look, start, valuesOf } = await aBot();
    await look();
    eu.says(id, seen(start));

    await look(3 * MINUTE_MS);

    expect([valuesOf('BotsInTime'), valuesOf('BotsLate')]).toEqual([[inTime], [late]]);
  });

  it('count no bot with an invalid link', async () => {
    const { eu, look, start, valuesOf } = await aBot();
    eu.saysWhenSent(failedWith('invalid_link', start));

    await look(5 * MINUTE_MS);

    expect(valuesOf('BotsInTime')).toEqual([]);
  });

  it('name no recorder where none could be asked', async () => {
    const { eu, look, dispatchAnother, workers } = await aBot();
    eu.isReachable(false);

    await look();
    await look(3 * MINUTE_MS - SECOND_MS);
    for (const code of ['aaa', 'bbb']) await dispatchAnother(code);
    await look(SECOND_MS);

    expect(workers.lines).toContainEqual(
      expect.objectContaining({ recorder: 'none', platform: 'meet', BotsInTime: [0] }),
    );
  });
});

describe('the fault of a recorder', () => {
  it('is written with the failure that opens its circuit, not before', async () => {
    const { eu, dispatchAnother, workers } = await aBot();
    eu.isReachable(false);
    const faults = () => workers.lines.filter((line) => 'RecorderFaults' in line);

    for (const code of ['aaa', 'bbb']) await dispatchAnother(code);
    expect(faults()).toEqual([]);
    await dispatchAnother('ccc');

    expect(faults()).toEqual([
      expect.objectContaining({
        ...{ worker: 'bot-dispatch', stage: 'test', recorder: 'eu', fault: 'circuit_open', RecorderFaults: 1 },
        _aws: expect.objectContaining({
          CloudWatchMetrics: [expect.objectContaining({ Dimensions: [['stage'], ['stage', 'fault']] })],
        }),
      }),
    ]);
  });
});
