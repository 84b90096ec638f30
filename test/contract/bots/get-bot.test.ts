import { getBotContract as contract } from '#shared/capture/bots/contract';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';
import { aBotStory, minutes } from '#test/support/bot-story';
import { expectSuccess } from '#test/support/expect-response';
import { endedAfter, failedWith, recordingSince } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';

async function aSentBot(body: object = {}) {
  const story = await aBotStory();
  const { id } = (await story.send(body)).body;
  const get = (of = id, key = story.owner.key) => story.call('GET', `/bots/${of}`, { key });
  return { ...story, id: id as string, get };
}

describe('GET /bots/{id}', () => {
  it('200: has a reason if the bot failed, and else none', async () => {
    const { get, id, workers, says } = await aSentBot();
    expect(expectSuccess(contract, await get(), 200)).not.toHaveProperty('reason');
    await workers.work(id);
    says(id, failedWith('crashed', noon));
    await workers.work(id);

    expect(expectSuccess(contract, await get(), 200)).toMatchObject({
      status: 'failed',
      reason: 'bot_error',
      reason_message: 'It crashed.',
      ended_at: '2026-11-02T12:00:00.000Z',
      recording_available_at: null,
    });
  });

  it('200: the settings of a queued bot are those of its meeting, whatever changed them', async () => {
    const { get, id, send, patch, createSettings, world, workers } = await aSentBot({ join_at: minutes(30) });
    const shown = async () => {
      const { language, summary_template, recording_mode } = expectSuccess(contract, await get(), 200);
      return { language, summary_template, recording_mode };
    };

    await createSettings({ transcription: { language: 'de' } });
    await settingsPropagationWorker(world).run();
    expect(await shown()).toEqual({ language: 'de', summary_template: 'general', recording_mode: 'audio_and_video' });

    const beside = { join_at: minutes(30), allow_multiple_bots: true };
    const other = (await send({ ...beside, summary_template: 'lecture' })).body;
    expect(await shown()).toEqual({ language: 'de', summary_template: 'lecture', recording_mode: 'audio_and_video' });

    await patch(other.id, { recording_mode: 'audio_only' });
    expect(await shown()).toEqual({ language: 'de', summary_template: 'lecture', recording_mode: 'audio_only' });
    expect((await get(other.id)).body).toMatchObject(await shown());

    const before = await shown();
    world.clock.advance(30 * MINUTE_MS);
    await workers.work(id);
    expect((await get()).body).toMatchObject({ ...before, status: 'joining' });
  });

  it('200: has the time at which the recording became available, and no results', async () => {
    const { get, id, workers, says, world } = await aSentBot();
    await workers.work(id);
    says(id, recordingSince(noon));
    await workers.work(id);
    says(id, endedAfter(noon, 60));
    world.clock.advance(70_000);
    await workers.work(id);

    const body = expectSuccess(contract, await get(), 200);

    expect(body).toMatchObject({
      status: 'completed',
      ended_at: '2026-11-02T12:01:00.000Z',
      recording_available_at: '2026-11-02T12:01:10.000Z',
    });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['transcript']));
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['summary']));
  });
});
