import { configuredSpeech } from '#shared/capture/recorders/configured-speech';
import { openaiTranscriber } from '#shared/capture/recorders/openai-speech/openai-transcriber';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import { openAudio } from '#shared/foundation/media/cut-audio';
import { setUsageLimits } from '#shared/lifecycle/usage/commands/set-usage-limits';
import { aSpeechServer, refusal } from '#test/doubles/recorders/openai-speech/a-speech-server';
import { aWorld, noon } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';
import { endedAfter } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';

const SERVER = {
  kind: 'openai_compatible',
  baseUrl: 'http://127.0.0.1:8000',
  model: 'whisper-1',
  apiKey: null,
  maxUploadBytes: null,
} as const;

/** A bot whose recorder made no transcript, in a deployment with a speech server or without one. */
async function aRecordingWithoutTranscript({ isConfigured = true } = {}) {
  const hear = () => ({ text: 'We ship on Friday.', language: 'english', duration: 9 });
  const server = aSpeechServer({ hear });
  const world = aWorld();
  const { sizeOf, readRange } = world.files.uploads;
  const files = { ...world.files, sizeOf, readRange };
  const row = { find: async () => (isConfigured ? SERVER : undefined) };
  const tools = { fetch: server.fetch, files, clock: world.clock, openAudio };
  const speech = configuredSpeech({ server: row, make: () => openaiTranscriber(SERVER, tools) });
  const story = await aBotStory(world, { speech });
  story.transcribes(undefined);
  const { id } = (await story.send()).body;
  story.says(id, endedAfter(noon, 10));
  world.clock.set((noon + MINUTE_MS) as Instant);
  return {
    ...story,
    server,
    async run(times: number, every: number = MINUTE_MS) {
      for (let time = 0; time < times; time += 1) {
        world.clock.advance(every);
        await story.workers.work(id);
      }
      return story.bot(id);
    },
  };
}

describe('a recording whose recorder made no transcript', () => {
  it('is transcribed by the speech server', async () => {
    const { run, server } = await aRecordingWithoutTranscript();

    expect(await run(4)).toMatchObject({ status: 'completed' });
    expect(server.requests).toHaveLength(1);
  });

  it('waits for a speech server that is out of order', async () => {
    const { run, server } = await aRecordingWithoutTranscript();
    server.failNext(refusal(503, 'down'), 'no answer', refusal(401, 'invalid_api_key'));

    expect(await run(30)).toMatchObject({ status: 'completed' });
    expect(server.requests).toHaveLength(1);
  });

  it('is reported as a fault of speech once the server has been out of order for a quarter of an hour', async () => {
    const { run, server, workers } = await aRecordingWithoutTranscript();
    server.failNext(...Array.from({ length: 200 }, () => refusal(503, 'down')));
    const faults = () => workers.lines.flatMap(({ fault }) => fault ?? []);

    await run(10);
    expect(faults()).toEqual([]);
    await run(4, 5 * MINUTE_MS);

    expect(faults()).toContain('speech');
  });

  it('fails with a reason when the speech server is out of order for a day', async () => {
    const { run, server } = await aRecordingWithoutTranscript();
    server.failNext(...Array.from({ length: 200 }, () => refusal(503, 'down')));

    expect(await run(40, HOUR_MS)).toMatchObject({
      status: 'failed',
      reason: 'transcription_failed',
      reason_message: 'The speech server could not be reached for 24 hours.',
    });
  });

  it('fails without the speech server where the recorder says that no other can transcribe it', async () => {
    const { run, server, transcribes } = await aRecordingWithoutTranscript();
    transcribes({ status: 'failed', detail: 'There is nothing to transcribe.', isFinal: true });

    expect(await run(4)).toMatchObject({ status: 'failed', reason_message: 'There is nothing to transcribe.' });
    expect(server.requests).toEqual([]);
  });

  it('fails with the limit as its reason where that is used up, and is no fault for the operator', async () => {
    const { run, server, workers, world, owner } = await aRecordingWithoutTranscript();
    await setUsageLimits(world.context)(owner.workspaceId, { recognized_seconds: 0 });

    expect(await run(4)).toMatchObject({
      status: 'failed',
      reason: 'transcription_failed',
      reason_message: expect.stringContaining('The monthly limit of the workspace for recognized_seconds is used up'),
    });
    expect(server.requests).toEqual([]);
    expect(workers.lines.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  });

  it('fails with a reason where there is no speech server', async () => {
    const { run } = await aRecordingWithoutTranscript({ isConfigured: false });

    expect(await run(4)).toMatchObject({
      status: 'failed',
      reason: 'transcription_failed',
      reason_message: 'The recorder made no transcript, and there is no speech server.',
    });
  });
});
