import { listRecorders } from '#bin/operator/recorders/change-registry';
import type { BotId } from '#shared/core/ids';
import { later } from '#shared/core/time';
import { RecorderUnreachable } from '#shared/recorders/ports';
import { aBotStory } from '#test/support/bot-story';
import { botWorkers } from '#test/support/bot-workers';
import { recordingSince } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { severalRecorders } from '#test/support/several-recorders';

/** A bot of a deployment with the recorders `first` and `second`, of which the second is well. */
async function aBotWithTwo() {
  const story = await aBotStory();
  const { recorders, the } = severalRecorders({ first: 'recall', second: 'recall' });
  const workers = botWorkers({ ...story.world, context: story.context }, { recorders });
  const { clock } = story.world;
  const start = clock.now();
  the('second').saysWhenSent(recordingSince(start));
  const { id } = (await story.send()).body;
  /** Every message of the queue that is due within these seconds of the start, at its time. */
  const until = async (seconds: number) => {
    for (;;) {
      const at = workers.waiting()[0]?.[1];
      if (at === undefined || at > later(start, seconds * 1_000)) break;
      await workers.next();
    }
    clock.set(later(start, seconds * 1_000));
  };
  const list = () => listRecorders({ ...story.context, initial: recorders.initial, workspaces: async function* () {} });
  return { ...story, workers, the, id: id as BotId, until, list, sent: (name: string) => the(name).asked.sent.length };
}

const answered = (status: number) => new RecorderUnreachable(`It answered ${status}.`, 'final');

describe('a recorder that answers 503 to everything', () => {
  async function refused() {
    const all = await aBotWithTwo();
    Object.assign(all.the('first').answers, { error: answered(503), findError: answered(503) });
    await all.workers.work(all.id);
    return all;
  }

  it('is followed by the next within 30 seconds, and the bot is in its call', async () => {
    const { id, until, sent, bot } = await refused();

    await until(30);

    expect([sent('second'), (await bot(id)).status]).toEqual([1, 'in_call']);
  });

  it('is shown with its failures, and gets no bot for a while', async () => {
    const { until, list } = await refused();

    await until(30);

    expect(await list()).toMatch(/^first: recall, 3 failures, gets no bot until /);
  });
});
