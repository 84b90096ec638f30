import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BotId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import { openAudio } from '#shared/media/cut-audio';
import { openaiTranscriber } from '#shared/recorders/openai-speech/openai-transcriber';
import { TranscriberUnavailable, type Transcription } from '#shared/recorders/ports';

const HEADER_BYTES = 44;

interface Heard {
  readonly seconds: number;
  /** Of the recording. */
  readonly durationSeconds: number;
  readonly words: number;
  /** Times that the worker was begun again, since a run begins no piece after half a minute. */
  readonly runs: number;
  /** Most memory of this process, beside what it had before. */
  readonly memoryMb: number;
  /** Between the end of the last word and the end of the recording. */
  readonly silenceAtEndSeconds: number;
}

/** Transcribes a PCM WAV as often in a row as comes to some hours, as the worker does, piece by piece. */
export async function hearLongRecording(url: string, wavFile: string, hours: number): Promise<Heard> {
  const wav = await open(wavFile);
  const { size } = await wav.stat();
  const header = Buffer.alloc(HEADER_BYTES);
  await wav.read(header, 0, HEADER_BYTES, 0);
  const bytesPerSecond = header.readUInt32LE(28);
  const dataBytes = size - HEADER_BYTES;
  const rounds = Math.ceil((hours * 3600 * bytesPerSecond) / dataBytes);
  header.writeUInt32LE(HEADER_BYTES - 8 + rounds * dataBytes, 4);
  header.writeUInt32LE(rounds * dataBytes, 40);
  const readRange = async (_key: string, firstByte: number, lastByte: number) => {
    const bytes = new Uint8Array(lastByte + 1 - firstByte);
    for (let at = 0; at < bytes.length; ) {
      const position = firstByte + at;
      if (position < HEADER_BYTES) {
        at += header.copy(bytes, at, position);
        continue;
      }
      const within = (position - HEADER_BYTES) % dataBytes;
      const length = Math.min(bytes.length - at, dataBytes - within);
      at += (await wav.read(bytes, at, length, HEADER_BYTES + within)).bytesRead;
    }
    return bytes;
  };
  const kept = new Map<string, Uint8Array>();
  const files = {
    readRange,
    sizeOf: async () => HEADER_BYTES + rounds * dataBytes,
    get: async (key: string) => kept.get(key),
    put: async (key: string, bytes: Uint8Array) => void kept.set(key, bytes),
    remove: async (key: string) => void kept.delete(key),
  };
  const server = {
    kind: 'openai_compatible',
    baseUrl: url,
    model: 'tiny.en',
    apiKey: null,
    maxUploadBytes: null,
  } as const;
  const clock = { now: () => Date.now() as Instant };
  const transcriber = openaiTranscriber(server, { fetch, files, clock, openAudio });
  const job = {
    ...{ name: 'bot_long' as BotId, madeBy: null, audioKey: 'long.wav', format: 'wav' },
    ...{ durationSeconds: null, language: 'en' },
  };
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const startedAt = performance.now();
  let runs = 0;
  let result: Transcription;
  do {
    runs += 1;
    result = await transcriber.check(job).catch(async (error: unknown) => {
      if (!(error instanceof TranscriberUnavailable)) throw error;
      await sleep(10_000);
      console.log(`run ${runs}: ${error.message}`);
      return { status: 'running', lookAgainAt: clock.now() };
    });
  } while (result.status === 'running');
  clearInterval(watch);
  await wav.close();
  if (result.status === 'failed') throw new Error(result.detail);
  const durationSeconds = (rounds * dataBytes) / bytesPerSecond;
  const { segments } = result.transcript;
  return {
    seconds: (performance.now() - startedAt) / 1000,
    durationSeconds,
    words: segments.reduce((sum, { words }) => sum + words.length, 0),
    runs,
    memoryMb: (most - before) / 1e6,
    silenceAtEndSeconds: durationSeconds - (segments.at(-1)?.end ?? 0),
  };
}
