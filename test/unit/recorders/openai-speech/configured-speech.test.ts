import { describe, expect, it } from '@jest/globals';
import type { BotId } from '#shared/core/ids';
import { configuredSpeech } from '#shared/recorders/openai-speech/configured-speech';
import { aNumberedWav, aSpeechServer } from '#test/doubles/recorders/openai-speech/a-speech-server';
import { inMemoryFiles } from '#test/support/in-memory-files';
import { aTestClock } from '#test/unit/recorders/a-test-clock';

const job = { botId: 'bot_01' as BotId, madeBy: null, audioKey: 'wks_01/audio.wav', language: 'auto' };

describe('the speech server of a deployment', () => {
  it('transcribes from the moment when it is configured', async () => {
    const server = aSpeechServer({ hear: () => ({ text: 'Hello.', language: 'en', duration: 1 }) });
    const files = inMemoryFiles();
    await files.put(job.audioKey, aNumberedWav(1), 'audio/wav');
    let configured = false;
    const find = async () =>
      configured ? { baseUrl: 'http://127.0.0.1:8000', model: 'm', apiKey: null, maxUploadBytes: null } : undefined;
    const speech = configuredSpeech({
      servers: { find },
      fetch: server.fetch,
      files: { ...files, sizeOf: async () => undefined },
      clock: aTestClock(),
    });

    expect(await speech.start(job)).toMatchObject({ status: 'failed' });
    configured = true;
    expect(await speech.check(job)).toMatchObject({ status: 'done', transcript: { segments: [{ text: 'Hello.' }] } });
    expect(server.requests).toMatchObject([{ authorization: null }]);
  });
});
