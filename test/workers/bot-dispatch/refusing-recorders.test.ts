import { listRecorders } from '#bin/operator/recorders/change-registry';
import type { BotId } from '#shared/foundation/core/ids';
import { later } from '#shared/foundation/core/time';
import { bots } from '#shared/meetings/bots/store';
import { RecorderUnreachable } from '#shared/meetings/recorders/ports';
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
  const stored = async () => (await bots.find(story.context.table, id))?.state;
  return {
    ...story,
    workers,
    the,
    id: id as BotId,
    stored,
    until,
    list,
    sent: (name: string) => the(name).asked.sent.length,
  };
}

const answered = (status: number) => new RecorderUnreachable(`It answered ${status}.`, 'final', status);

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

  it('is in the log with the bot, the call and the status, and as a fault', async () => {
    const { id, until, workers } = await refused();

    await until(30);

    const line = { message: 'recorder call failed', worker: 'bot-dispatch', recorder: 'first', botId: id, status: 503 };
    expect(workers.lines).toContainEqual(expect.objectContaining({ ...line, call: 'send', effect: 'final' }));
    expect(workers.lines).toContainEqual(expect.objectContaining({ ...line, call: 'find' }));
    expect(workers.lines).toContainEqual(expect.objectContaining({ fault: 'circuit_open', recorder: 'first' }));
  });

  it('is in the notes of the bot', async () => {
    const { id, until, bot } = await refused();

    await until(30);

    expect((await bot(id)).recorder_notes).toContain(
      'first was passed over: it did not say whether it has the bot (503).',
    );
  });
});

describe('a recorder that created the bot, answered 503 and finds no bots', () => {
  async function silent() {
    const all = await aBotWithTwo();
    Object.assign(all.the('first').answers, { lost: true, findError: answered(503) });
    return all;
  }

  it('is asked to leave once it answers again, and two bots at a time are reported', async () => {
    const { id, until, workers, the, bot } = await silent();
    await workers.work(id);
    await until(120);
    expect(the('first').asked.cancelled).toEqual([]);
    the('first').answers.findError = undefined;

    await until(240);
    await workers.runJobs();
    await workers.runJobs();

    expect(the('first').asked.cancelled).toEqual([id]);
    expect(await bot(id)).toMatchObject({ status: 'in_call' });
    expect((await bot(id)).recorder_notes).toContain('first had the bot after all, and was asked to leave.');
    expect(workers.lines).toContainEqual(expect.objectContaining({ fault: 'doubled', recorder: 'first' }));
  });

  it('is asked to leave also where the bot was cancelled here meanwhile', async () => {
    const { id, until, workers, the, cancel } = await silent();
    await workers.work(id);
    await until(60);
    await cancel(id);
    the('first').answers.findError = undefined;

    await until(240);
    await workers.runJobs();
    await workers.runJobs();

    expect(the('first').asked.cancelled).toEqual([id]);
  });

  it('keeps the bot where no other recorder takes it', async () => {
    const { id, until, workers, the, stored } = await silent();
    the('second').answers.refusal = { outcome: 'refused', refusal: 'full', nativeCode: null, detail: 'Full.' };
    await workers.work(id);
    await until(30);
    the('first').answers.findError = undefined;

    await until(240);
    await workers.runJobs();

    expect((await stored())?.recorder).toMatchObject({ name: 'first', externalId: id });
    expect(the('first').asked.cancelled).toEqual([]);
  });

  it('keeps the bot where the other recorder is out of reach', async () => {
    const { id, until, workers, the, stored } = await silent();
    the('second').answers.error = new RecorderUnreachable('refused', 'none');
    await workers.work(id);
    await until(90);
    the('first').answers.findError = undefined;

    await until(110);

    expect((await stored())?.recorder).toMatchObject({ name: 'first', externalId: id });
  });
});

describe('a recorder that is full', () => {
  it('is no failing recorder: its circuit is closed', async () => {
    const { id, workers, the, list } = await aBotWithTwo();
    the('first').answers.refusal = { outcome: 'refused', refusal: 'full', nativeCode: null, detail: 'Full.' };

    await workers.work(id);

    expect(await list()).toMatch(/^first: recall, 0 failures\n/);
  });
});
