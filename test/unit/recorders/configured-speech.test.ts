import { configuredSpeech } from '#shared/capture/recorders/configured-speech';
import { openaiTranscriber } from '#shared/capture/recorders/openai-speech/openai-transcriber';
import type { BotId } from '#shared/foundation/core/ids';
import { openAudio } from '#shared/foundation/media/cut-audio';
import { aNumberedWav, aSpeechServer } from '#test/doubles/recorders/openai-speech/a-speech-server';
import { inMemoryFiles } from '#test/support/in-memory-files';
import { describe, expect, it } from '#test/support/jest';
import { aTestClock } from '#test/unit/recorders/a-test-clock';

const job = {
  name: 'bot_01' as BotId,
  madeBy: null,
  audioKey: 'wks_01/audio.wav',
  format: 'wav',
  durationSeconds: null,
  language: 'auto',
};

const SERVER = {
  kind: 'openai_compatible',
  baseUrl: 'http://127.0.0.1:8000',
  model: 'm',
  apiKey: null,
  maxUploadBytes: null,
} as const;

describe('the speech server of a deployment', () => {
  it('transcribes from the moment when it is configured', async () => {
    const server = aSpeechServer({ hear: () => ({ text: 'Hello.', language: 'en', duration: 1 }) });
    const files = inMemoryFiles();
    await files.put(job.audioKey, aNumberedWav(1), 'audio/wav');
    let configured = false;
    const tools = { fetch: server.fetch, files: { ...files.uploads, ...files }, clock: aTestClock(), openAudio };
    const speech = configuredSpeech({
      server: { find: async () => (configured ? SERVER : undefined) },
      make: () => openaiTranscriber(SERVER, tools),
    });

    expect(await speech.start(job)).toMatchObject({ status: 'failed' });
    configured = true;
    expect(await speech.check(job)).toMatchObject({ status: 'done', transcript: { segments: [{ text: 'Hello.' }] } });
    expect(server.requests).toMatchObject([{ authorization: null }]);
  });
});
