import { describe, expect, it } from '@jest/globals';
import type { BotId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import type { Transcriber, Transcription, TranscriptionJob } from '#shared/recorders/ports';
import { transcribersInOrder } from '#shared/recorders/transcribers-in-order';

const job = { botId: 'bot_01' as BotId, madeBy: null, audioKey: 'audio.wav', language: 'auto' } as TranscriptionJob;
const failed: Transcription = { status: 'failed', detail: 'The recorder made no transcript.' };
const running: Transcription = { status: 'running', lookAgainAt: 1 as Instant };
const done: Transcription = { status: 'done', transcript: { language: 'en', speakers: [], segments: [] } };

const answering = (result: Transcription): Transcriber => ({ start: async () => result, check: async () => result });
const broken: Transcriber = {
  start: () => Promise.reject(new Error('down')),
  check: () => Promise.reject(new Error('down')),
};

describe('transcribers in order', () => {
  it.each([
    ['the first that is done', [answering(done), broken], done],
    ['the first that is at work', [answering(running), broken], running],
    ['the next after one that failed', [answering(failed), answering(done)], done],
    ['the failure of the last', [answering(failed), answering(failed)], failed],
  ])('answer as %s', async (_case, [first, ...others], result) => {
    const transcriber = transcribersInOrder(first as Transcriber, ...others);

    expect([await transcriber.start(job), await transcriber.check(job)]).toEqual([result, result]);
  });

  it('wait for one that is out of order', async () => {
    await expect(transcribersInOrder(broken, answering(done)).start(job)).rejects.toThrow('down');
  });
});
